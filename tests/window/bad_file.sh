# A file that cannot be read becomes a message; the open lesson stays as it was.
source "$(dirname "$0")/driver.bash"

printf 'format = 1\nwords = ["a", "b"]\nqueries = [[1, 0], [0]]\n' >broken.qkv
start cat
press space
press ctrl+o
until_value popup open
xdotool type --delay 20 broken.qkv
xdotool key Return
until_value message 'broken\.qkv'
is document cat
is word its

press Escape
is message ""
press ctrl+o
until_value popup open
xdotool type --delay 20 chai
xdotool key Return
until_value document chai
is stop start
finish

# On the command line a wrong file is one line and no window; a desktop shows no terminal, so that
# the window tells it.
"$qkv" broken.qkv 2>said && fail "a wrong file is opened"
[ "$(wc -l <said)" = 1 ] || fail "more than a line is said"
rm -f state
inputs=0
start --from-desktop broken.qkv 2>said
until_value message 'broken\.qkv'
is document chai
finish

# And it tells it in its own language.
export LC_ALL=de_DE.UTF-8
rm -f "$state" "$shot"
inputs=0
start --from-desktop gone.qkv 2>said
until_value message 'gone\.qkv: lässt sich nicht lesen'
grep -q 'gone.qkv: cannot be read' said || fail "the terminal is not told in English"
finish

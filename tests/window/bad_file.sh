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
xdotool type --delay 20 cat
xdotool key Return
until_value stop start
is document cat
finish

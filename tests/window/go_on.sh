# A lesson goes on at the stop where it was left, also when the program dies in the middle of a
# lecture; what cannot be read of the file that knows is told and kept aside.
source "$(dirname "$0")/driver.bash"

again() {
  rm -f state shot.png
  inputs=0
  start "$@"
}

start
press space space space
press f
is present yes
press space
left=$(value stop)
[ "$left" != start ] || fail "nothing was walked"
kill -9 "$window"
wait "$window" 2>/dev/null
again
is document cat
is stop "$left"
is present yes
[[ "$(value notice)" == *left* ]] || fail "nobody is told: $(value notice)"
press f
press space
left=$(value stop)

# Another lesson begins at its start; the contents lead back into the first.
press c Down
xdotool key ctrl+o
inputs=$((inputs + 2))
until_value popup open
xdotool type --delay 20 chai
xdotool key Return
until_value document chai
is stop start
finish
again
is document chai
finish

# Whoever names a lesson begins at its start, and so do options.
again cat
is stop start
finish
again --word its --stage score
is stop "score:fish"
finish

printf 'chai opened begun 0 0 last\ncat opened\n' >"$XDG_STATE_HOME/qkv/progress"
again
until_value message 'line 2'
is document chai
grep -q 'cat opened' "$XDG_STATE_HOME/qkv/progress~" || fail "it is not kept aside"
finish

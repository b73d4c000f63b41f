# New, save, save as, recent; unsaved work survives a kill and is offered; what another program
# changed is told.
source "$(dirname "$0")/driver.bash"

rm -f ./*.qkv ./*.qkv~
kill_window() {
  kill -9 "$window"
  wait "$window" 2>/dev/null || true
}

start cat
press m
until_value title '^• '
press ctrl+s
until_value popup save
xdotool key ctrl+a
xdotool type --delay 20 mine
xdotool key Return
until_value message 'Saved .*/mine\.qkv'
until_value title '^[^•].*\(mine\.qkv\)'
grep -q 'mask causal\|"causal"' mine.qkv || fail "the mask is not in the file"

# Killed a little more than a second after an edit of the file: the next start offers it.
press s
until_value title '^• '
for _ in $(seq 100); do compgen -G "$XDG_STATE_HOME/qkv/unsaved/*.qkv" >/dev/null && break; sleep 0.05; done
sleep 0.3
cp mine.qkv before.txt
kill_window
cmp -s mine.qkv before.txt || fail "the saved file was touched"
rm -f state
inputs=0
start cat
until_value offer 'not saved to “mine.qkv”'
press ctrl+k
until_value title '^• .*\(mine\.qkv\)'
is scale 1
is mask causal
is offer ""

# Another program writes the file: told once, then replaced, and its version kept.
echo '# somebody else' >>mine.qkv
press ctrl+s
until_value message 'changed by another program'
press ctrl+s
until_value message 'Saved'
until_value title '^[^•]'
grep -q 'somebody else' mine.qkv~ || fail "the other version is gone"
compgen -G "$XDG_STATE_HOME/qkv/unsaved/*.qkv" >/dev/null && fail "saved work is still kept as unsaved"

# Closing with unsaved work keeps it; a new scene, too.
press s
until_value title '^• '
press ctrl+n
until_value title 'New scene'
until_value message 'is kept'
press m
until_value title '^• New scene'
finish
[ "$(ls "$XDG_STATE_HOME"/qkv/unsaved/*.qkv | wc -l)" = 2 ] || fail "unsaved work was lost on closing"
ls "$XDG_STATE_HOME"/qkv/unsaved/*.lock 2>/dev/null && fail "a lock was left behind"

rm -f state
inputs=0
start mine.qkv
until_value offer 'Work on “New scene” that has no file'
press ctrl+d
until_value offer 'still here, kept'
press ctrl+d
is offer ""
finish
compgen -G "$XDG_STATE_HOME/qkv/unsaved/*" >/dev/null && fail "discarded work is still there"
same_as_render mine.qkv --size 1440x900
echo "saved, killed, recovered, replaced, discarded"

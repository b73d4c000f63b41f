# A program that dies in front of people opens again at the same stop, in Present; one that was closed
# goes on in its lesson, but not in Present.
# What was chosen for the eye is kept.
source "$(dirname "$0")/driver.bash"

export XDG_CONFIG_HOME="$PWD/settings"
rm -rf settings
again() {
  rm -f state shot.png
  inputs=0
  start "$@"
}

start cat
press 2
press f
press Page_Down
is stop score:fish
sleep 0.3
kill -9 "$window"
wait "$window" 2>/dev/null
again
is document cat
is word cat
is stop score:fish
is present yes
press Escape
press ctrl+minus
text="$(value text)"
finish
again
is document cat
is stop score:fish
is present no
is text "$text"
grep -q '^text-scale' settings/qkv/settings || fail "the settings are not in their folder"

# What was told of a question stays told, without a new clock, and the walk waits behind it.
press f
while [ "$(value question)" = 0 ]; do press Page_Down; done
press Page_Down
is question "1 answered"
sleep 0.3
kill -9 "$window"
wait "$window" 2>/dev/null
again
is present yes
is question "1 answered"
is poll 0
press Prior Prior
is question 0
is stop all:z
finish

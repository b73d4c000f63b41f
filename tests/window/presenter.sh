# The presenter's window: it comes with Present, hears the same keys, goes and comes by N, and ends
# with Present.
source "$(dirname "$0")/driver.bash"

export QKV_PRESENTER=window
start cat
press f
until_value presenter window
found=""
for _ in $(seq 100); do
  found="$(xdotool search --name "presenter's screen" | tail -1)"
  [ -n "$found" ] && break
  sleep 0.05
done
[ -n "$found" ] || fail "there is no second window"

# Keys that go to it are the lecture's.
xdotool windowraise "$found"
xdotool mousemove 450 280
sleep 0.3
press Page_Down
is stop score:fish
press b
is cover black
press space
is cover none

press n
until_value presenter off
press n
until_value presenter window
xdotool mousemove 1200 850
press Escape
is present no
until_value presenter off
finish

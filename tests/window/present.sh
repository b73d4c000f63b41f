# Present by real keys and a real mouse: cover, pointer, pen, freeze, one panel alone, a poll; never
# a dialog; Escape puts down what lies on top, then leaves.
source "$(dirname "$0")/driver.bash"

start cat
press f
is present yes
is theme light
is size "1440 900"

# Black, and any key brings the picture back and does nothing else.
press b
is cover black
press Page_Down
is cover none
is stop start
press w
is cover white
press b
is cover none
press Page_Down
is stop score:fish
press Page_Up
is stop start

# No dialog in front of a hall.
for key in ctrl+o ctrl+s ctrl+e ctrl+n ctrl+h; do press "$key"; done
is popup ""
is document cat

press l
is tool laser
press o
is tool spotlight
press d
is tool pen
xdotool mousemove 500 400 mousedown 1 mousemove 560 430 mousemove 640 480 mouseup 1
inputs=$((inputs + 1))
until_value ink '^[2-9]'
press x
is ink 0
xdotool mousemove 500 400 mousedown 1 mousemove 600 450 mouseup 1
inputs=$((inputs + 1))
until_value ink '^[1-9]'
press Escape
is tool none
press Escape
is ink 0
is present yes

# A double click fills the screen with a panel, another gives it back.
xdotool mousemove 1200 780 click --repeat 2 --delay 60 1
inputs=$((inputs + 2))
until_value filled table
xdotool mousemove 1300 860 click --repeat 2 --delay 60 1
inputs=$((inputs + 2))
until_value filled none

# The hall's picture stands while the walk goes on.
press z
is frozen yes
press Page_Down
is stop score:fish
if [ -f "${QKV_SCREEN:-}" ] && command -v python3 >/dev/null; then
  cp "$QKV_SCREEN" screen.xwd
  "$qkv" render cat --size 1440x900 --ui-scale 1 --do present -o expected.png || fail "render"
  # Below the bar, in whose corner a small mark says that the picture stands.
  python3 "$(dirname "$0")/../support/same_picture.py" screen.xwd expected.png 1 60 ||
    fail "the hall sees something else than what was frozen"
  python3 "$(dirname "$0")/../support/same_picture.py" screen.xwd expected.png >/dev/null &&
    fail "nothing says that the picture is frozen"
  press n
  is presenter strip
  cp "$QKV_SCREEN" screen.xwd
  "$qkv" render cat --size 1440x900 --ui-scale 1 --do "present; strip on" -o expected.png
  # Above the strip, which is the presenter's own and tells of what comes now.
  python3 "$(dirname "$0")/../support/same_picture.py" screen.xwd expected.png 1 60 800 ||
    fail "the strip does not lie below the frozen picture"
  press n
  is presenter off
fi
press z
is frozen no

# One screen: a strip with the next stop and the clock.
press n
is presenter strip
press n
is presenter off

# A poll: counted down, told by Next, and nobody has answered.
while [ "$(value question)" = 0 ]; do press Page_Down; done
is poll 30
until_value poll '^2[0-9]$'
press t
until_value poll '^(30|29)$'
press Page_Down
is question "1 answered"
is poll 0
press Escape
is present no
is theme dark
finish
echo "cover, pointer, pen, panels, freeze, strip, poll"

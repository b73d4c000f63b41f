# At a desk a number that is asked for has the keyboard before its field was clicked: letters begin
# an answer and are no shortcuts; what leads on and back still does. In a hall no key opens a field.
source "$(dirname "$0")/driver.bash"

# types TEXT: as fast as a hand never does.
types() { xdotool type --delay 5 -- "$1"; }
confirm() {
  sleep 0.5
  xdotool key Return
}

start cat --do "ask 2"
is question 2
types NaN
until_value popup '^answer$'
confirm
sleep 0.5
is compared no
is popup answer  # no number: told, and the field stays
is question 2
xdotool key Escape
until_value popup '^$'
is question 2
inputs="$(value inputs)"
press Page_Down
is question 3
press Page_Up
is question 2
types -0.5f
until_value popup '^answer$'
is present no
xdotool key Page_Down
until_value question '^3$'
until_value popup '^$'
inputs="$(value inputs)"
press Page_Up
is question 2

# In a hall: B blackens, and any key brings the picture back.
xdotool key F11
until_value present '^yes$'
until_value size '^1440 900$'
inputs="$(value inputs)"
press b
is cover black
press b
is cover none
is popup ""
press n
is presenter strip
press n
is presenter off
press 1 minus period
is popup ""
is cover black
press Escape
is cover none
is question 2
finish

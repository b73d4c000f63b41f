# Real mouse events: a click opens a number and Ctrl+C copies its chain, A compares, bars of a
# prediction are drawn, the table turns, a small plane's tip is dragged; Escape leaves each.
source "$(dirname "$0")/driver.bash"

place() { value "$1" | head -1; }
# click X Y: then away, so that nothing is hovered.
click() {
  xdotool mousemove "$1" "$2"
  sleep 0.2
  xdotool click 1
  sleep 0.2
  xdotool mousemove 3 60
  sleep 0.5
  inputs="$(value inputs)"
}

start cat
press End
press shift+space shift+space shift+space shift+space
read -r x y <<<"$(place cell3-1)"
[ -n "$x" ] || fail "no cell to open"
click "$x" "$y"
until_value pin '^its cat (weight|scaled|score|masked)$'
press Escape
is pin off
press e
until_value pin '^its '
press ctrl+c
is notice 'Copied.'
is popup ''
press e  # what copies opens nothing that would swallow the next key
is pin off

press a
is compared yes
press a
is compared no

press g
until_value predicted ' asked$'
read -r x y w <<<"$(place bar1)"
[ -n "$x" ] || fail "no bar to draw"
click "$((x + w / 2))" "$y"
until_value predicted '^0 0\.5 0 0 0 asked$|^0 0\.[45][0-9]* 0 0 0 asked$'
# Typed, it goes to the numbers that have none yet, one after the other.
for typed in 0.3 0.1; do
  xdotool type --delay 5 -- "$typed"
  until_value popup '^guess$'
  sleep 0.5
  xdotool key Return
  until_value popup '^$'
done
until_value predicted '^0\.3 0\.[45][0-9]* 0\.1 0 0 asked$'
inputs="$(value inputs)"
press g
until_value predicted 'revealed$'
press Escape
is predicted ""

press q
is queries columns
press q
is queries rows
is edits 0
is dirty no

finish

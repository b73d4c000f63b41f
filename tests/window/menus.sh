# Menus: Escape leaves a menu whose submenu the mouse opened, a click on that line keeps it open; over
# the list of the history Ctrl+Z and Ctrl+S stay what they are.
source "$(dirname "$0")/driver.bash"

# look FILE: keeps what the screen shows.
look() { cat "$QKV_SCREEN" >"$1"; }
alike() { cmp -s "$1" "$2"; }

start cat
read -r x y <<<"$(value menu-menu)"
xdotool mousemove "$x" "$y" sleep 0.2 click 1
until_value popup '^menu$'
sleep 0.3
look closed
# "Look" is the third line with a submenu from below.
xdotool mousemove 1130 655 sleep 0.2 mousemove 1131 657 sleep 0.6
look hovered
alike closed hovered && fail "nothing was opened by hovering"
xdotool mousedown 1 sleep 0.1 mouseup 1 sleep 0.6
look clicked
alike hovered clicked || fail "a click closed what hovering had opened"
xdotool key Escape
until_value popup '^$'
inputs="$(value inputs)"

# The history follows the keys.
xdotool mousemove 3 60 sleep 0.2
inputs="$(value inputs)"
press m s
is edits 2
press ctrl+h
until_value popup '^history$'
xdotool key ctrl+z
until_value edits '^1$'
is undone 1
xdotool key ctrl+shift+z
until_value edits '^2$'
is undone 0
xdotool key ctrl+z
until_value edits '^1$'
is popup history
xdotool key ctrl+s
until_value popup '^save$'
sleep 0.5
xdotool key Escape
until_value popup '^$'

# Enter acts as Space does: a line of the menu, then a tick and a button of the popup it opens, over
# the notes between them.
menu_key() {
  for key in "$@"; do
    xdotool key "$key"
    sleep 0.25
  done
}
read -r x y <<<"$(value menu-menu)"
xdotool mousemove "$x" "$y" sleep 0.2 click 1
until_value popup '^menu$'
xdotool mousemove 3 60 sleep 0.3
menu_key Up Up Up Up Up Up Return
until_value popup '^rules$'
edits="$(value edits)"
menu_key Down Down Down Return
until_value edits "^$((edits + 1))\$"
menu_key Down Down Down Down Down Down Return
until_value edits "^$((edits + 2))\$"
xdotool key Escape
until_value popup '^$'
read -r x y <<<"$(value menu-menu)"
xdotool mousemove "$x" "$y" sleep 0.2 click 1
until_value popup '^menu$'
xdotool mousemove 3 60 sleep 0.3
menu_key Up Return
for _ in $(seq 200); do
  kill -0 "$window" 2>/dev/null || break
  sleep 0.05
done
wait "$window" || fail "Enter on Quit did not quit"
trap - EXIT

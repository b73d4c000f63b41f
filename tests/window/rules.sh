# K shows the code, the menu of rules breaks one, and what is drawn is what the command line draws.
source "$(dirname "$0")/driver.bash"

start cat --mask causal --stage softmax
press k
is code numpy
press k
is code off

# The menu of rules opens below its button; its first row is softmax down the columns.
read -r x y <<<"$(value menu-rules)"
xdotool mousemove "$x" "$y" click 1
until_value popup '^rules$'
xdotool mousemove "$((x - 200))" "$((y + 87))" sleep 0.2 mousedown 1 sleep 0.2 mouseup 1
until_value variant '^axis=columns$'
xdotool key Escape
until_value popup '^$'
xdotool key ctrl+z
until_value variant '^none$'
xdotool key ctrl+shift+z
until_value variant '^axis=columns$'
xdotool key ctrl+q

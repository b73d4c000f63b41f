# K shows the code, the menu of rules breaks one, and what is drawn is what the command line draws.
source "$(dirname "$0")/driver.bash"

start cat --mask causal --stage softmax
press k
is code numpy
press k
is code off

# The menu of rules, reached as any button, and its first rule: softmax down the columns.
for _ in $(seq 40); do
  press Tab Return
  [ "$(value popup)" = "rules" ] && break
  [ -n "$(value popup)" ] && { xdotool key Escape; until_value popup '^$'; }
done
is popup rules
eval "$(xdotool getmouselocation --shell)"
for y in 95 110 125 140; do
  for x in 1190 1150 1110 1070; do
    [ "$(value variant)" = "axis=columns" ] && break 2
    xdotool mousemove "$x" "$y" click 1
    sleep 0.2
  done
done
until_value variant '^axis=columns$'
xdotool key Escape
until_value popup '^$'
xdotool key ctrl+z
until_value variant '^none$'
xdotool key ctrl+shift+z
until_value variant '^axis=columns$'
xdotool key ctrl+q

# Drag orbits, the wheel zooms, Home returns; Tab and Enter reach what the mouse does.
source "$(dirname "$0")/driver.bash"

start cat
xdotool mousemove 720 500 mousedown 1 mousemove 770 480 mouseup 1
inputs=$((inputs + 1))
until_value camera '^205 22 1$'
xdotool click 4
until_value camera '^205 22 1\.1$'
xdotool mousemove 3 60
press Home
until_value camera '^225 30 1$'

# Somewhere among the buttons there is one that chooses another scene.
for _ in $(seq 60); do
  press Tab Return
  [ -n "$(value popup)" ] && { xdotool key Escape; until_value popup '^$'; }
  [ "$(value scene)" = "sentence" ] && break
done
is scene sentence
finish

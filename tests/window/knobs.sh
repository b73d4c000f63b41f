# The slider of a lesson follows the mouse.
source "$(dirname "$0")/driver.bash"

start scale
until_value knobs '^d 4, scale off$'
xdotool mousemove 1000 764 mousedown 1
inputs=$((inputs + 1))
until_value knobs '^d (32|64|128), '
xdotool mousemove 1060 740 mousemove 1240 700 mouseup 1
until_value knobs '^d (256|512|1024), '
xdotool mousemove 3 60
finish

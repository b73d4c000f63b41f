# A still window draws no frames; hovering and leaving draws a few; resizing redraws.
source "$(dirname "$0")/driver.bash"

start cat
press space
sleep 0.5
before="$(value frames)"
sleep 2
xdotool mousemove 4 70
sleep 1
is frames "$before"

window_id="$(xdotool search --onlyvisible --class qkv | head -1)"
xdotool windowsize "$window_id" 1024 640
sleep 1
[ "$(value frames)" -gt "$before" ] || fail "a resized window was not drawn again"
finish
same_as_render cat --size 1024x640 --stage start --do next

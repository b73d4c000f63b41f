# By keyboard alone: open the cat lesson, choose "its", walk to the end, causal on, export a PNG.
source "$(dirname "$0")/driver.bash"

rm -f ./*.png
start mask
# By the page of the course.
press c
until_value contents on
for _ in $(seq 60); do
  press Tab
  [ "$(value focus)" = "5 The cat ate its fish" ] && break
done
is focus "5 The cat ate its fish"
press Return
until_value document cat

press 4
is word its
for _ in $(seq 60); do
  [ "$(value stop)" = all:z ] && break
  press space
done
is stop all:z
press m
is mask causal
press ctrl+e
until_value popup save
sleep 0.5  # the field takes the keyboard a frame after it is there
xdotool key ctrl+a
xdotool type --delay 20 "end.png"
xdotool key Return
until_value message 'Saved .*end\.png'
[ "$(head -c 4 end.png | tail -c 3)" = PNG ] || fail "no PNG was written"
xdotool key Escape
finish
"$qkv" render cat --size 1440x900 --ui-scale 1 --do "select its; end; mask causal" -o expected.png
command -v python3 >/dev/null || exit 0
python3 "$(dirname "$0")/../support/same_picture.py" end.png expected.png ||
  fail "the picture is not that of the same actions"

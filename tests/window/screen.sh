# What stands on the screen is the picture, whole: also where only the parts that changed were sent.
source "$(dirname "$0")/driver.bash"

if [ ! -f "${QKV_SCREEN:-}" ] || ! command -v python3 >/dev/null; then
  echo "[skipped] no picture of the screen, or no python3 to read it"
  exit 77
fi

shown() {
  "$qkv" render cat --size 1440x900 --ui-scale 1 "$@" -o expected.png || fail "render"
  cp "$QKV_SCREEN" screen.xwd
  python3 "$(dirname "$0")/../support/same_picture.py" screen.xwd expected.png ||
    fail "the screen does not show: qkv render cat $*"
}

start cat
script="select its"
press 4
shown --stage start --do "$script"
for step in 1 2 3 4 5 6 7 8 9 10 11; do
  press space
  script+="; next"
done
shown --stage start --do "$script"

# A popup lies over the page, and is gone again.
xdotool mousemove 120 30 click 1
inputs=$((inputs + 1))
until_value popup '.'
xdotool key Escape
until_value popup '^$'
xdotool mousemove 3 60
press Left
script+="; back"
shown --stage start --do "$script"

# Another size, and the first one again: what was kept is void.
id="$(xdotool search --onlyvisible --class qkv | tail -1)"
xdotool windowsize "$id" 1200 700
sleep 0.5
xdotool windowsize "$id" 1440 900
sleep 0.5
press m
script+="; mask causal"
shown --stage start --do "$script"
finish

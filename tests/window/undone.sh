# Real mouse events: the cat's key is dragged to [0, 3] and the screen shows that "its" no longer
# looks at it; its × fish is dragged up until fish wins; both undone, the screen is what it was,
# pixel for pixel.
source "$(dirname "$0")/driver.bash"

if [ ! -f "${QKV_SCREEN:-}" ] || ! command -v python3 >/dev/null; then
  echo "[skipped] no picture of the screen, or no python3 to read it"
  exit 77
fi

place() { value "$1" | head -1; }
# drag X Y X2 Y2 [shift]: as a hand does, and away.
drag() {
  xdotool mousemove "$1" "$2"
  sleep 0.2
  [ -z "${5:-}" ] || xdotool keydown "$5"
  xdotool mousedown 1
  for i in $(seq 1 8); do
    xdotool mousemove $(($1 + ($3 - $1) * i / 8)) $(($2 + ($4 - $2) * i / 8))
    sleep 0.03
  done
  xdotool mouseup 1
  sleep 0.1
  [ -z "${5:-}" ] || xdotool keyup "$5"
  xdotool mousemove 3 60
  sleep 1
  inputs="$(value inputs)"
}
# weights KEY: of "its" for each word, with the key of the cat and of fish as the window has them.
weights() {
  "$qkv" trace cat --do "key cat $(value key1); key fish $(value key4)" --json |
    python3 -c 'import json, sys; print(*json.load(sys.stdin)["weights"][3])'
}
shown() {
  "$qkv" render cat --size 1440x900 --ui-scale 1 "$@" -o expected.png || fail "render"
  cp "$QKV_SCREEN" screen.xwd
  python3 "$(dirname "$0")/../support/same_picture.py" screen.xwd expected.png ||
    fail "the screen does not show: qkv render cat $*"
}
# The remark on the last action goes with the next one: "its" is chosen, which it is already.
rest() {
  press 4
  until_value moving no
  sleep 0.5
}

start cat
press shift+space shift+space
rest
cp "$QKV_SCREEN" first.xwd
read -r x y <<<"$(place tip-key1)"
read -r x2 y2 <<<"$(place tip-key2)" # "ate", at [0, 3]
drag "$x" "$y" "$x2" "$y2" shift
until_value key1 '^0 3$'
read -r _ cat _ <<<"$(weights)"
python3 -c "import sys; sys.exit(not $cat < 0.2)" || fail "its still looks at the cat: $cat"
rest
shown --stage start --do "next-stage; next-stage; grab; key cat 0 3; release; select its"
cp "$QKV_SCREEN" dragged.xwd
cmp -s first.xwd dragged.xwd && fail "nothing was seen to change"

press ctrl+z
rest
cmp first.xwd "$QKV_SCREEN" || fail "undone, the screen is not what it was"

read -r x y <<<"$(place cell3-4)"
drag "$x" "$y" "$x" "$((y - 140))"
until_value edits '^1$'
read -r _ cat _ _ fish <<<"$(weights)"
python3 -c "import sys; sys.exit(not $fish > $cat)" || fail "fish does not win: $fish, cat $cat"
press ctrl+z
rest
cmp first.xwd "$QKV_SCREEN" || fail "undone again, the screen is not what it was"

# Both in a row, both undone in a row, and done again.
read -r x y <<<"$(place tip-key1)"
drag "$x" "$y" "$x2" "$y2" shift
read -r x y <<<"$(place cell3-4)"
drag "$x" "$y" "$x" "$((y - 140))"
until_value edits '^2$'
rest
cp "$QKV_SCREEN" both.xwd
press ctrl+z ctrl+z
rest
cmp first.xwd "$QKV_SCREEN" || fail "both undone, the screen is not what it was"
press ctrl+shift+z ctrl+shift+z
rest
cmp both.xwd "$QKV_SCREEN" || fail "both done again, the screen is not what it was"
finish

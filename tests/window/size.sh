# --size and --ui-scale reach the window: it is as large, and its type too.
source "$(dirname "$0")/driver.bash"

for given in "1024x640 1.25" "1280x720 0.8"; do
  read -r size scale <<<"$given"
  rm -f "$state" "$shot"
  inputs=0
  start cat --size "$size" --ui-scale "$scale"
  finish
  "$qkv" render cat --size "$size" --ui-scale "$scale" -o expected.png --stage start || fail "render"
  if command -v python3 >/dev/null; then
    python3 "$(dirname "$0")/../support/same_picture.py" "$shot" expected.png
  else
    cmp "$shot" expected.png
  fi || fail "the window is not $size at $scale"
done

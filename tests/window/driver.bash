# Sourced by the window tests: starts qkv with its state file and sends it real X events.

for tool in xdotool; do
  if ! command -v "$tool" >/dev/null; then
    echo "[skipped] no $tool on this machine"
    exit 77
  fi
done

qkv="$1"
# What was seen and answered stays in this folder, and every test begins anew.
export XDG_STATE_HOME="$PWD/progress"
rm -rf "$XDG_STATE_HOME"
# A test that goes elsewhere still finds both here.
state="$PWD/state" shot="$PWD/shot.png"
rm -f "$state" "$shot" expected.png
# The window's own file dialog, also where the system has one.
export QKV_FILE_DIALOG=window
export QKV_STATE_FILE="$state" QKV_SCREENSHOT="$shot"
inputs=0

fail() {
  echo "FAILED: $1"
  [ -f "$state" ] && cat "$state"
  exit 1
}

# value NAME: a line of the state.
value() { sed -n "s/^$1 //p" "$state" 2>/dev/null; }

# until_value NAME PATTERN [SECONDS]: waits for a line of the state to match, 20 s unless told.
until_value() {
  for _ in $(seq $((${3:-20} * 20))); do
    [[ "$(value "$1")" =~ $2 ]] && return
    kill -0 "$window" 2>/dev/null || fail "the window is gone"
    sleep 0.05
  done
  fail "$1 never became $2"
}

start() {
  "$qkv" "$@" &
  window=$!
  trap 'kill "$window" 2>/dev/null' EXIT
  until_value inputs '^[0-9]+$'
  # Without a window manager the keys go where the mouse is.
  xdotool mousemove 3 "${top:-60}"
}

# press KEY...: one key after the other, each until the window rests again.
press() {
  for key in "$@"; do
    local downs=1 plus="${key//[^+]/}"
    downs=$((1 + ${#plus}))
    xdotool key "$key"
    inputs=$((inputs + downs))
    until_value inputs "^$inputs\$"
  done
}

finish() {
  xdotool key ctrl+q
  for _ in $(seq 200); do
    kill -0 "$window" 2>/dev/null || break
    sleep 0.05
  done
  wait "$window" || fail "exit status $?"
  trap - EXIT
  [ -f "$shot" ] || fail "no picture was written"
}

is() {
  [ "$(value "$1")" = "$2" ] || fail "$1 is \"$(value "$1")\", not \"$2\""
}

# same_as_render ARGUMENTS...: the window's picture is what qkv render draws of the same state.
same_as_render() {
  "$qkv" render "$@" --ui-scale 1 -o expected.png || fail "render"
  if command -v python3 >/dev/null; then
    python3 "$(dirname "${BASH_SOURCE[0]}")/../support/same_picture.py" "$shot" expected.png
  else
    cmp "$shot" expected.png
  fi || fail "the window's picture is not that of: qkv render $*"
}

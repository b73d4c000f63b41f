#!/usr/bin/env bash
# with_display.sh COMMAND [ARGS]: runs a command with a virtual screen of 1440 x 900 of its own,
# without a mouse cursor. With QKV_KEEP_SCREEN=1, which slows the screen, what it shows is at any
# time in the file QKV_SCREEN, as xwd writes it.
# Exits 77, which ctest shows as skipped, where there is no Xvfb.

set -u
if ! command -v Xvfb >/dev/null; then
  echo "[skipped] no Xvfb on this machine"
  exit 77
fi

folder="$(mktemp -d)"
mkfifo "$folder/display"
keep=()
[ "${QKV_KEEP_SCREEN:-}" = 1 ] && keep=(-fbdir "$folder")
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp -nocursor "${keep[@]}" 3>"$folder/display" 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$folder"' EXIT
read -r -t 20 number <"$folder/display"
if [ -z "${number:-}" ]; then
  cat "$folder/log"
  exit 1
fi
unset WAYLAND_DISPLAY
export XDG_CONFIG_HOME="$folder/settings"
export DISPLAY=":$number" QKV_SCREEN="$folder/Xvfb_screen0"
"$@"

# Reduced motion: as the desktop has it, asked by its own programs (here: fakes), unless it was
# chosen in the window. A desktop that never answers delays nothing.
source "$(dirname "$0")/driver.bash"

fakes="$PWD/fakes"
mkdir -p "$fakes"
# fake PROGRAM SAYS
fake() {
  printf '#!/bin/sh\n%s\n' "$2" >"$fakes/$1"
  chmod +x "$fakes/$1"
}
export PATH="$fakes:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere
settings="$XDG_CONFIG_HOME/qkv/settings"
mkdir -p "$(dirname "$settings")"

# moves SETTING EXPECTED: the window, started with that line of the settings.
moves() {
  echo "$1" >"$settings"
  rm -f "$state" "$shot"
  inputs=0
  start cat
  until_value motion "^$2\$"
  press space
  is motion "$2"
  finish
}

fake gsettings 'echo true'
fake gdbus 'echo "(<uint32 0>,)"'
moves "theme dark" full
fake gsettings 'echo false'
moves "theme dark" reduced
moves "reduced-motion off" reduced
moves "motion full" full
fake gsettings 'exit 1'
fake gdbus 'case "$*" in *"Settings.ReadOne org.freedesktop.appearance reduced-motion") echo "(<uint32 1>,)" ;; esac'
moves "theme dark" reduced
fake gsettings 'sleep 60'
fake gdbus 'sleep 60'
moves "theme dark" full
moves "motion reduced" reduced

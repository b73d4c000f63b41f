# Saving where it cannot be done: a full disk, a folder that may not be written to, one that is gone.
# Each is told, the document stays open and unsaved, the file that was there stays whole.
source "$(dirname "$0")/driver.bash"

ending() { [ -z "${disk:-}" ] || umount "$disk" 2>/dev/null; }
trap ending EXIT
rm -rf full locked gone unsaved kept*.qkv

# save_to PATH: the field of the window's own dialog.
save_to() {
  xdotool key ctrl+shift+s
  until_value popup save
  sleep 0.5
  xdotool key ctrl+a
  xdotool type --delay 20 "$1"
  xdotool key Return
  until_value popup '^$'
}
# refused PATH WHY: Ctrl+S says why; nothing is lost, and work goes on.
refused() {
  local had=""
  [ ! -f "$1" ] || had="$(sha256sum <"$1")"
  press s
  until_value title '^• '
  xdotool key ctrl+s
  until_value message "$2"
  is dirty yes
  is popup ""
  [ -z "$had" ] || [ "$had" = "$(sha256sum <"$1")" ] || fail "$1 is not what it was"
  compgen -G "$(dirname "$1")/*.tmp*" >/dev/null && fail "a torn file was left behind"
  inputs="$(value inputs)"
  press m
  is dirty yes
  press ctrl+z ctrl+z
  is dirty no
}
# Then it is kept elsewhere.
kept_at() {
  press s
  save_to "$1"
  until_value message "Saved .*$(basename "$1")"
  is dirty no
  "$qkv" check "$1.qkv" >/dev/null || fail "$1.qkv is broken"
  inputs="$(value inputs)"
  press s
  press ctrl+s
  until_value message 'Saved'
}

mkdir full locked gone
disk=""
if mount -t tmpfs -o size=256k tmpfs "$PWD/full" 2>/dev/null; then
  disk="$PWD/full"
else
  echo "no disk of its own can be had here: the full disk is left out"
fi

start cat
trap 'kill "$window" 2>/dev/null; ending' EXIT
if [ -n "$disk" ]; then
  save_to "$PWD/full/mine"
  until_value message 'Saved .*full/mine\.qkv'
  inputs="$(value inputs)"
  dd if=/dev/zero of=full/filler bs=4k >/dev/null 2>&1
  refused "$PWD/full/mine.qkv" 'No space left on device.*make room or choose another place'
  kept_at "$PWD/kept"
fi

save_to "$PWD/gone/mine"
until_value message 'Saved .*gone/mine\.qkv'
inputs="$(value inputs)"
rm -rf gone
refused "$PWD/gone/mine.qkv" 'gone/mine\.qkv.*No such file or directory'
kept_at "$PWD/kept2"

# Whoever may do anything may also write where it is forbidden.
if [ "$(id -u)" != 0 ]; then
  save_to "$PWD/locked/mine"
  until_value message 'Saved .*locked/mine\.qkv'
  inputs="$(value inputs)"
  chmod 555 locked
  refused "$PWD/locked/mine.qkv" 'Permission denied.*check the permissions'
  chmod 755 locked
fi
finish
ending

# It starts and works from any folder, with a home that cannot be written, with one that has spaces
# and umlauts in its path, without network, and on a 4:3 screen.
source "$(dirname "$0")/driver.bash"

unset XDG_STATE_HOME XDG_CONFIG_HOME
here="$PWD"

works() {
  rm -f "$state" "$shot"
  inputs=0
  start "$@"
  press space
  until_value stop '^score:plane'
  finish
}

# Without network, where the system lets a program be cut off from it.
alone=()
if unshare -rn true 2>/dev/null; then alone=(unshare -rn); fi

cd /
export HOME="$here/Käthes Rechner/zu Hause"
mkdir -p "$HOME"
works cat
[ -f "$HOME/.local/state/qkv/progress" ] || fail "nothing was kept in a home with spaces"

export HOME="$here/read only"
mkdir -p "$HOME"
chmod 555 "$HOME"
works cat
chmod 755 "$HOME"
# Root writes everywhere: a home that is no folder refuses root as well.
export HOME=/dev/null/home
works cat
unset HOME
works cat
export HOME="$here"

"${alone[@]}" "$qkv" render cat --do "next; next" -o "$here/alone.png" || fail "render without network"
(cd "$here" && "${alone[@]}" "$qkv" trace cat --json >/dev/null) || fail "trace without network"

# Present on a 4:3 screen.
if command -v Xvfb >/dev/null; then
  fifo="$(mktemp -u)"
  mkfifo "$fifo"
  Xvfb -displayfd 5 -screen 0 1024x768x24 -nolisten tcp -nocursor 5>"$fifo" 2>/dev/null &
  server=$!
  read -r -t 20 number <"$fifo"
  rm -f "$fifo"
  export DISPLAY=":$number"
  rm -f "$state" "$shot"
  inputs=0
  start cat
  is size "1024 768"
  press f
  is size "1024 768"
  press Page_Down
  is stop score:fish
  press Escape
  is present no
  finish
  kill "$server"
fi
echo "any folder, any home, no network, 4:3"

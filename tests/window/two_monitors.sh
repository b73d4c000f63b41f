# Two monitors of different size: the hall's picture fills its own, the presenter's window the other;
# either goes and comes back, they change places, the program dies. Skipped without an X server whose
# monitors can be plugged in and out.
if ! command -v Xorg >/dev/null || ! command -v xrandr >/dev/null || [ "$(id -u)" != 0 ] ||
  [ ! -f /usr/lib/xorg/modules/drivers/dummy_drv.so ]; then
  echo "[skipped] no Xorg with the dummy driver on this machine"
  exit 77
fi
cat >two.conf <<'CONF'
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0 - 1000.0
  VertRefresh 5.0 - 200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 3200 1200
  EndSubSection
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
CONF
rm -f number
Xorg -displayfd 3 -config "$PWD/two.conf" -noreset -logfile "$PWD/xorg.log" -nolisten tcp \
  3>number 2>/dev/null &
server=$!
for _ in $(seq 200); do
  [ -s number ] && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.05
done
if [ ! -s number ]; then
  kill "$server" 2>/dev/null
  echo "[skipped] Xorg does not start on this machine"
  exit 77
fi
DISPLAY=":$(cat number)"
export DISPLAY
source "$(dirname "$0")/driver.bash"
trap 'kill $window $server 2>/dev/null' EXIT

both() {
  xrandr --output DUMMY0 --mode 1920x1080 --pos 0x0 --primary \
    --output DUMMY1 --mode 1280x720 --pos 1920x0 || fail "no two monitors"
  xrandr >/dev/null  # the server looks which are connected only when it is asked
}
hall() { xdotool search --onlyvisible --name 'QKV$' | tail -1; }
# at X Y: the hall's window comes to lie there.
at() {
  for _ in $(seq 100); do
    xdotool getwindowgeometry "$(hall)" 2>/dev/null | grep -q "Position: $1,$2 " && return
    sleep 0.1
  done
  fail "the hall's window does not lie at $1,$2"
}
xrandr --addmode DUMMY1 1280x720
both

start cat
trap 'kill $window $server 2>/dev/null' EXIT
# Dragged to the projector, which is the second.
xdotool windowmove "$(hall)" 1850 0
sleep 0.5
xdotool mousemove 2400 400
press f
until_value size '^1280 720$'
until_value presenter window
at 1920 0

# It is pulled out, the laptop stands in; when it comes back the picture returns to it.
xrandr --output DUMMY1 --off
until_value size '^1920 1080$'
until_value presenter off
both
until_value size '^1280 720$'
until_value presenter window
at 1920 0

# The laptop goes, and the projector is all there is.
xrandr --output DUMMY0 --off --output DUMMY1 --pos 0x0
until_value presenter off
at 0 0
both
until_value presenter window
at 1920 0

xdotool key r
until_value size '^1920 1080$'
until_value presenter window
xdotool key r
until_value size '^1280 720$'
until_value presenter window

kill -9 "$window"
wait "$window" 2>/dev/null
rm -f state
"$qkv" &
window=$!
until_value present yes
until_value size '^1280 720$'
until_value presenter window
at 1920 0
# Back to the laptop's window, as large as it was.
xdotool mousemove 2400 400
xdotool key Escape
until_value size '^1440 900$'
until_value presenter off
finish
kill "$server"

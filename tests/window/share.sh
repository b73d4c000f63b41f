# What leaves the window as a file: a film that is given up leaves nothing, a drawing is the one
# that qkv render writes, and the picture is copied or, where nothing takes it, kept as a file.
source "$(dirname "$0")/driver.bash"

export HOME="$PWD/home"
rm -rf home ./*.gif ./*.svg ./*.pdf && mkdir home

save_as() { # NAME
  press ctrl+e
  until_value popup save
  sleep 0.5  # the field takes the keyboard a frame after it is there
  xdotool key ctrl+a
  xdotool type --delay 20 "$1"
  xdotool key Return
}

start cat
save_as film.gif
until_value message 'film\.gif: [0-9]+.*%'
# The window is alive while the film is made.
xdotool key space
until_value stop '^score:plane'
xdotool key Escape
until_value message 'film\.gif was given up'
[ -z "$(ls film.gif* 2>/dev/null)" ] || fail "a film that was given up left $(ls film.gif*)"

inputs="$(value inputs)"
save_as page.svg
until_value message 'Saved .*page\.svg'
"$qkv" render cat --do next --size 1440x900 --ui-scale 1 -o expected.svg || fail "render"
cmp page.svg expected.svg || fail "the window's drawing is not that of qkv render"

inputs="$(value inputs)"
save_as page.xyz
until_value message 'page\.xyz.*(Share|ends in)'
xdotool key Escape
until_value message '^$'

xdotool key ctrl+shift+c
if command -v xclip >/dev/null; then
  until_value message 'on the clipboard'
  xclip -selection clipboard -target image/png -out >copied.png || fail "nothing was copied"
  [ "$(head -c 4 copied.png | tail -c 3)" = PNG ] || fail "what was copied is no PNG"
  # Takes over, is asked once, and goes: no helper stays behind.
  echo done | xclip -selection clipboard -loops 1
  xclip -selection clipboard -out >/dev/null
else
  until_value message 'saved as .*home/cat\.png'
fi
xdotool key Escape
finish
echo "a film given up, a drawing, a picture copied"

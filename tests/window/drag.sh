# Real mouse events: the cat's key is dragged to [0, 3] and "its" looks elsewhere; a cell is dragged
# until fish wins; both are undone. Then a word is dragged to the front.
source "$(dirname "$0")/driver.bash"

# place NAME: "x y" of what the state file names so.
place() { value "$1" | head -1; }
# drag X Y X2 Y2: presses there and goes here in steps, as a hand does.
drag() {
  xdotool mousemove "$1" "$2"
  sleep 0.2
  xdotool mousedown 1
  inputs=$((inputs + 1))
  for i in $(seq 1 8); do
    xdotool mousemove $(($1 + ($3 - $1) * i / 8)) $(($2 + ($4 - $2) * i / 8))
    sleep 0.03
  done
}
# drop: lets go and leaves; what was pressed meanwhile is counted anew by the window itself.
drop() {
  xdotool mouseup 1
  sleep 0.1
  xdotool mousemove 3 60
  xdotool keyup shift
  sleep 1
  inputs="$(value inputs)"
}

start cat
press shift+space shift+space
read -r x y <<<"$(place tip-key1)"
read -r x2 y2 <<<"$(place tip-key2)"
[ -n "$x" ] && [ -n "$x2" ] || fail "no tips to drag"
is key1 "3 0"
is key2 "0 3"

# Escape in the middle of a drag takes it back.
drag "$x" "$y" "$x2" "$y2"
xdotool key Escape
inputs=$((inputs + 1))
drop
until_value edits '^0$'
is key1 "3 0"
is dirty no

# The tip of "ate" stands at [0, 3]: the cat's key goes there, Shift snaps to tenths.
xdotool mousemove "$x" "$y"
sleep 0.2
xdotool keydown shift
inputs=$((inputs + 1))
drag "$x" "$y" "$x2" "$y2"
drop
until_value edits '^1$'
is key1 "0 3"
is dirty yes
# The floor held still: the tip is where it was let go.
read -r x3 y3 <<<"$(place tip-key1)"
[ "$(((x3 - x2) ** 2 + (y3 - y2) ** 2))" -le 9 ] || fail "the tip went to $x3 $y3, not $x2 $y2"
press shift+space
until_value stop softmax:divide
press ctrl+z
until_value edits '^0$'
is key1 "3 0"
is dirty no

# A cell of the table, upwards: its × fish.
press Home
read -r x y <<<"$(place cell3-4)"
[ -n "$x" ] || fail "no cell to drag"
drag "$x" "$y" "$x" "$((y - 140))"
drop
until_value edits '^1$'
until_value key4 '^[4-9]'
press ctrl+z
until_value edits '^0$'
is key4 "1 0.5"

# A chip to the front.
read -r x y <<<"$(place chip4)"
read -r x2 y2 <<<"$(place chip0)"
drag "$x" "$y" "$((x2 - 8))" "$y2"
drop
until_value words '^fish the cat ate its'
press ctrl+z
until_value words '^the cat ate its fish'
finish
same_as_render cat --size 1440x900 --stage start --do "next-stage; next-stage; next-stage; move fish 0; undo"

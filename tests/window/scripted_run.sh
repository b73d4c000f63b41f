# A walk through the cat lesson by real key presses ends in the same state and the same picture as
# the same actions without a window.
source "$(dirname "$0")/driver.bash"

start cat
script="select its"
press 4
is word its

forward=0
while [ "$(value stop)" != "all:z" ]; do
  press space
  forward=$((forward + 1))
  script+="; next"
  [ "$forward" -le 40 ] || fail "the walk has no end"
done

press m
script+="; mask causal"
is mask causal
is stop all:z

back=0
while [ "$(value stop)" != "start" ]; do
  press Left
  back=$((back + 1))
  script+="; back"
  [ "$back" -le 40 ] || fail "the way back has no start"
done

press 2
script+="; select cat"
is word cat
for key in Right Page_Down space; do
  press "$key"
  script+="; next"
done
press s
script+="; scale off"
press shift+space
script+="; next-stage"
press Down Up
script+="; select ate; select cat"

finish
same_as_render cat --size 1440x900 --stage start --do "$script"
echo "$forward steps forward, $back back, the same picture"

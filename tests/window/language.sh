# A German desktop has a German window; the menu changes it at once, and the next start remembers.
source "$(dirname "$0")/driver.bash"

export LC_ALL=de_DE.UTF-8
start cat
[[ "$(value title)" == *"Die Katze und ihr Fisch"* ]] || fail "the title is $(value title)"
finish
same_as_render cat --lang de --stage start

mkdir -p "$XDG_CONFIG_HOME/qkv"
echo "language en" >"$XDG_CONFIG_HOME/qkv/settings"
rm -f state shot.png
start cat
[[ "$(value title)" == *"The cat ate its fish"* ]] || fail "the title is $(value title)"

# Menu, Look, Deutsch: where they stand below the button of the menu.
read -r x y <<<"$(value menu-menu)"
xdotool mousemove "$x" "$y" click 1
until_value popup '^menu$'
sleep 1
xdotool mousemove "$((x - 210))" "$((y + 632))" sleep 0.3 click 1
sleep 1
xdotool mousemove "$((x - 456))" "$((y + 803))" sleep 0.3 click 1
until_value title 'Die Katze und ihr Fisch'
until_value popup '^$'
grep -q '^language de$' "$XDG_CONFIG_HOME/qkv/settings" || fail "the choice was not kept"
inputs="$(value inputs)"
press m
xdotool key ctrl+q
wait "$window" || fail "exit status $?"
trap - EXIT

# What was chosen wins over the system's language.
export LC_ALL=en_US.UTF-8
rm -f state shot.png
inputs=0
start mask
[[ "$(value title)" == *"Die kausale Maske"* ]] || fail "the title is $(value title)"
finish

# On the very first start a line says where the course begins, until one has walked a few steps or
# has opened the contents; whoever names a lesson is not told.
source "$(dirname "$0")/driver.bash"

start
is document cat
[ "$(value newcomer)" -gt 0 ] || fail "nobody is greeted"
press space space space space space space
until_value newcomer '^0$'
finish
# What is known of the course is kept: no second greeting.
rm -f state shot.png
start
is newcomer 0
finish

rm -rf "$XDG_STATE_HOME" state shot.png
inputs=0
start
press c
is newcomer 0
finish

rm -rf "$XDG_STATE_HOME" state shot.png
inputs=0
start cat
is newcomer 0
finish

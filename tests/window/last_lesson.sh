# Without a name the window opens the lesson that was open last, and at first the cat.
source "$(dirname "$0")/driver.bash"

# The state of the window before is not this one's.
again() {
  rm -f state shot.png
  start "$@"
}

start
is document cat
finish
again mask
finish
again
is document mask
finish
# An option for a lesson's own words is not for whatever was open last.
again --word its
is document cat
is word its
finish

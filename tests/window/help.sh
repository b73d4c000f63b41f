# F1: the keys, the pages that qkv help prints, the gallery; all by the keyboard.
source "$(dirname "$0")/driver.bash"

start cat
press F1
is sheet "help 1"
press Right Right
is sheet "help 3"
press 2
is sheet "help 2"
press Page_Down Page_Down
is sheet "help 2"
is stop start
press m
is mask full
press Escape
is sheet "none 2"
press v
is contents pictures
press Escape
is contents off
finish

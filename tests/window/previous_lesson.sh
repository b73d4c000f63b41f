# Page Up at a lesson's start: once offers the lesson before, twice opens its end; Page Down twice
# leads back.
source "$(dirname "$0")/driver.bash"

start qkv
press Prior
is document qkv
press Prior
until_value document '^rnn$'
press Next
is document rnn
press Next
until_value document '^qkv$'
is stop start
finish

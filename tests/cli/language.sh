#!/bin/bash
# In which language the program speaks: --lang, else the window's setting, else the locale; and what
# a terminal is told stays English.
set -u
qkv=$1
unset DISPLAY WAYLAND_DISPLAY LC_MESSAGES LANG
rm -rf ./*
export XDG_CONFIG_HOME=$PWD/config LC_ALL=C
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAILED: $*"
}
# says WHAT ARGUMENTS...: the transcript of a render holds the words.
says() {
  local what=$1
  shift
  rm -f x.txt
  "$qkv" render "$@" -o x.txt >out 2>err </dev/null || fail "render $*: status $? $(cat err)"
  tr -s ' \n' ' ' <x.txt | grep -q -F -- "$what" || fail "render $*: no \"$what\" in $(head -c 300 x.txt)"
}

says "A word with a question" cat --stage start
says "Ein Wort mit einer Frage" cat --stage start --lang de
LC_ALL=de_DE.UTF-8 says "Ein Wort mit einer Frage" cat --stage start
LC_ALL=de_DE.UTF-8 says "A word with a question" cat --stage start --lang en
LC_ALL='' LANG=de_AT says "Ein Wort mit einer Frage" cat --stage start
LC_ALL='' LC_MESSAGES=C LANG=de_AT says "A word with a question" cat --stage start
mkdir -p config/qkv
echo "language de" >config/qkv/settings
says "Ein Wort mit einer Frage" cat --stage start
LC_ALL=en_US.UTF-8 says "Ein Wort mit einer Frage" cat --stage start
says "A word with a question" cat --stage start --lang en

# The terminal.
export LC_ALL=de_DE.UTF-8
"$qkv" lessons | grep -q "The cat ate its fish" || fail "lessons are listed in English"
"$qkv" trace cat --word its --json | grep -q '"weights"' || fail "trace"
"$qkv" help | grep -q "Vortragende" || fail "help follows the language"
"$qkv" help learner --lang en | grep -q "For the learner" || fail "help --lang en"
refused() {
  local what=$1
  shift
  "$qkv" "$@" >out 2>err </dev/null && fail "qkv $*: accepted"
  [ "$(wc -l <err)" = 1 ] || fail "qkv $*: $(cat err)"
  grep -q -F -- "$what" err || fail "qkv $*: no \"$what\" in: $(cat err)"
}
refused "choose one of de, en" render cat --lang fr -o x.png
refused "name a word and its 2 numbers" render cat --do "key cat 1 2 3" -o x.png
refused "there is no code" render words -o x.py
[ $failures = 0 ]

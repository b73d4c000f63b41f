#!/bin/bash
# What must work without a display, said in the terms that people type.
# good_input.sh QKV, run in an empty folder.
set -u
qkv=$1
unset DISPLAY WAYLAND_DISPLAY
rm -rf ./*
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAILED: $*"
}
# prints WHAT ARGUMENTS...: status 0, stderr empty, stdout holds the words.
prints() {
  local what=$1
  shift
  "$qkv" "$@" >out 2>err </dev/null || fail "qkv $*: status $? $(cat err)"
  [ -s err ] && fail "qkv $*: $(cat err)"
  tr -s ' \n' ' ' <out | grep -q -F -- "$what" || fail "qkv $*: no \"$what\" in: $(head -c 600 out)"
}

prints "cat The cat ate its fish hand-made" lessons
prints "qkv " --version
prints "Exit status" --help
prints "window:W" trace --help
prints '"word": 3' trace cat --word its --json
prints '"word": 3' trace cat --word 3
prints '0.8952646' trace cat --word its --json
prints '"masked": [[0, null, null, null, null]' trace cat --mask causal
prints '[0.5, 0.5, 0, 0, 0]' trace cat --mask causal
prints '0.97' trace cat --scale off
prints '"scaled": [[0, 2.25' trace cat --scale 0.5
prints '"word": 1' trace cat --word=cat --stage mix --theme light --size 640x480
prints '[0.5, 0.5, 0, 0, 0]' trace cat --do "next; select cat; mask causal; end"
prints '"masked": [[0, 3.1819804' trace cat --mask causal --do "mask full"
prints "in order" check cat
prints "engineer For the engineer" help
prints "For the engineer" help engineer
for n in 0 1 2 3 4; do prints "\"word\": $n" trace cat --word $n; done

# A file of the lesson's name is not the lesson; with a slash it is the file.
cat >cat.qkv <<'S'
format = 1
words = ["a", "a"]
queries = [[1], [2]]
keys = [[1], [0]]
values = [[3], [4]]
[options]
mask = "causal"
S
cp cat.qkv cat
prints '"words": ["the"' trace cat
prints '"words": ["a", "a"]' trace cat.qkv
prints '"words": ["a", "a"]' trace ./cat.qkv
prints '"word": 1' trace cat.qkv --word 'a#2'
prints '"masked": [[1, null], [null, null]]' trace cat.qkv --mask padding:1+window:1
prints '"fully_masked_rows": [1]' trace cat.qkv --mask padding:1+window:1
prints "a a" check ./cat.qkv
prints '"d": [16]' trace scale --stage start --do "knob d 16"
prints '"lesson": "rnn"' trace rnn
prints '"chain_path": [19]' trace rnn --json
prints 'rnn Why not an RNN? computed' lessons
"$qkv" trace rnn --out rnn.npz || fail "trace rnn --out"
for name in fading state jacobian; do
  grep -q "$name.npy" rnn.npz || fail "trace rnn --out does not hold $name"
done
for part in chain clock map; do
  "$qkv" render rnn --at part:$part --size 1280x720 -o $part.png 2>err || fail "part:$part: $(cat err)"
done
cmp -s chain.png clock.png && fail "two parts are the same picture"

"$qkv" trace cat.qkv --out t.npz || fail "trace --out"
[ "$(head -c 2 t.npz)" = PK ] || fail "t.npz is no zip"
"$qkv" trace cat.qkv --out t2.npz && cmp -s t.npz t2.npz || fail "trace --out is not the same twice"
[ "$("$qkv" trace cat --json | sha256sum)" = "$("$qkv" trace cat | sha256sum)" ] || fail "--json"

for theme in light dark; do
  for stage in start score scale mask softmax mix all; do
    "$qkv" render cat --word its --stage $stage --theme $theme --size 1280x720 -o $stage-$theme.png \
      >out 2>err || fail "render $stage $theme: $(cat err)"
    [ -s out ] || [ -s err ] && fail "render $stage $theme said $(cat out err)"
    [ "$(head -c 4 $stage-$theme.png | tail -c 3)" = PNG ] || fail "$stage-$theme.png is no PNG"
  done
done
"$qkv" render cat --word its --stage mix -o once.png
"$qkv" render cat --do "select its; goto mix" --verbose -o twice.png 2>err
grep -q "drawn with" err || fail "--verbose does not say how"
cmp -s once.png twice.png || fail "the same session is not the same picture"
cmp -s mix-dark.png mix-light.png && fail "the themes are the same picture"

# Every kind of file, by its ending.
for kind in png svg pdf tex txt csv npz json py; do
  "$qkv" render cat --word its --mask causal -o all.$kind >out 2>err || fail "render .$kind: $(cat err)"
  [ -s all.$kind ] || fail "all.$kind is empty"
  [ -s out ] || [ -s err ] && fail "render .$kind said $(cat out err)"
done
"$qkv" render cat --word its --mask causal -o ALL.SVG && cmp -s all.svg ALL.SVG || fail "capitals in an ending"
[ "$("$qkv" trace cat --word its --mask causal --json | sha256sum)" = "$(sha256sum <all.json)" ] || fail "render .json is not trace --json"
"$qkv" code cat --mask causal -o code.py && cmp -s code.py all.py || fail "render .py is not qkv code"
"$qkv" trace cat --mask causal --out trace.npz && cmp -s trace.npz all.npz || fail "render .npz is not trace --out"
"$qkv" render cat --transparent --size 320x200 -o clear.png || fail "render --transparent"
[ "$(head -c 26 clear.png | tail -c 1 | od -An -tu1 | tr -d ' ')" = 6 ] || fail "clear.png has no alpha"
[ "$(head -c 26 all.png | tail -c 1 | od -An -tu1 | tr -d ' ')" = 2 ] || fail "all.png has alpha"
"$qkv" render cat --all-stops -o walk.txt && grep -q "Step 1 of" walk.txt || fail "--all-stops"
"$qkv" render cat --all-stops -o handout.pdf || fail "--all-stops -o .pdf"
if command -v pdfinfo >/dev/null; then
  [ "$(pdfinfo handout.pdf | awk '/^Pages/ {print $2}')" = "$(grep -c '^Step [0-9]* of' walk.txt)" ] ||
    fail "the hand-out has not a page for every stop: $(pdfinfo handout.pdf | grep Pages)"
else
  echo "[note] pdfinfo is not installed: the hand-out's pages are counted by the unit tests only"
fi
# A film; where ffprobe is installed, it plays to its end.
"$qkv" render cat --word its --stage score --size 640x400 -o film.gif >out 2>err || fail "film.gif: $(cat err)"
[ -s out ] || [ -s err ] && fail "film.gif said $(cat out err)"
if command -v ffprobe >/dev/null; then
  frames=$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 film.gif)
  [ "$frames" -gt 30 ] || fail "film.gif has $frames frames"
  seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 film.gif)
  [ "${seconds%.*}" -gt 10 ] || fail "film.gif lasts $seconds seconds"
fi
# Given up: no file, no piece of one, one line.
(
  exec "$qkv" render cat --word its --size 1280x720 -o given-up.gif >out 2>err
) &
sleep 1
kill -INT $! && wait $!
status=$?
[ $status = 1 ] && grep -q "given up; nothing was written" err && [ "$(wc -l <err)" = 1 ] || fail "Ctrl+C: status $status, $(cat err)"
[ -z "$(ls given-up* 2>/dev/null)" ] || fail "Ctrl+C left $(ls given-up*)"
for part in scene story table; do
  "$qkv" render cat --part $part -o $part.svg && "$qkv" render cat --part $part -o $part.png || fail "--part $part"
done
prints ".svg" render --help
[ -z "$(ls ./*.XXXXXX ./*.??????? 2>/dev/null)" ] || fail "something was left beside the files"

# Actions alone begin where the window begins.
"$qkv" render cat --do "select its; next; mask causal; next" -o here.png
"$qkv" render cat --stage start --do "select its; next; mask causal; next" -o there.png
cmp -s here.png there.png || fail "--do does not begin at the start of the walk"

echo "$failures failures"
[ $failures = 0 ]

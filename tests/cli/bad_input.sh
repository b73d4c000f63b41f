#!/bin/bash
# Whatever is wrong: the exit status, exactly one line on stderr that says so, nothing on stdout.
# bad_input.sh QKV, run in an empty folder.
set -u
qkv=$1
rm -rf ./* && mkdir -p folder sub || exit 1
failures=0 cases=0

# refused STATUS WHAT-STDERR-HOLDS ARGUMENTS...
refused() {
  local want=$1 holds=$2 status
  shift 2
  "$qkv" "$@" >out 2>err </dev/null
  status=$?
  cases=$((cases + 1))
  if [ "$status" != "$want" ] || [ -s out ] || [ "$(wc -l <err)" != 1 ] ||
    ! grep -q -F -- "$holds" err || ! grep -q '^qkv: ' err; then
    failures=$((failures + 1))
    echo "FAILED: qkv $*"
    echo "  status $status, wanted $want and \"$holds\"; $(wc -c <out) bytes on stdout; stderr:"
    head -c 2000 err | sed 's/^/    /'
  fi
}

scene() { # NAME, then the text of the file on stdin
  cat >"$1"
}
tiny='format = 1
words = ["a", "b"]
queries = [[1, 0], [0, 1]]
keys = [[1, 0], [0, 1]]
values = [[1], [2]]'

# The command line itself: status 2.
refused 2 "--jsn" trace cat --jsn
refused 2 "--wrod" trace cat --wrod its
refused 2 "required" trace
refused 2 "lecturer" help lecturers
refused 2 "required" render
refused 2 "required" check
refused 2 "extra" lessons extra
refused 2 "two" trace cat two
refused 2 "--word" trace cat --word
refused 2 "the words are" trace cat --word dog
refused 2 "index goes from 0 to 4" trace cat --word 5

refused 2 "cat\" stands 1 time" trace cat --word "cat#2"
refused 2 "choose start" trace cat --stage nowhere
refused 2 "--stage" trace cat --stage project
refused 2 "--at" trace cat --at score:dog
refused 2 "--at" trace cat --at scale:z
refused 2 "keep one" trace cat --at score:cat --stage mix
refused 2 "--mask" trace cat --mask causl
refused 2 "--mask" trace cat --mask window
refused 2 "--mask" trace cat --mask window:0
refused 2 "--mask" trace cat --mask window:x
refused 2 "--mask" trace cat --mask padding:-1
refused 2 "--mask" trace cat --mask causal+
refused 2 "--size" trace qkv --size 0x0
refused 2 "--ui-scale" code cat --ui-scale 99
refused 2 "--causal-align" trace cat --causal-align middle
refused 2 "--scale" trace cat --scale large
refused 2 "--scale" trace cat --scale nan
refused 2 "--scale" trace cat --scale ""
refused 2 "--softcap" trace cat --softcap=-1
refused 2 "--sink" trace cat --sink 1,2
refused 2 "--sink" trace cat --sink 1,
refused 2 "--temperature" trace cat --temperature 0
refused 2 "--layer" trace cat --layer 1
refused 2 "--head" trace cat --head 1
refused 2 "--head" trace cat --head=-1
refused 2 "--batch" trace cat --batch 1
refused 2 "--batch" trace cat --batch 99999999999
refused 2 "--theme" trace cat --theme blue
refused 2 "--do" trace cat --do "fly"
refused 2 "--do" trace cat --do "next; select dog"
refused 2 "--do" trace cat --do "orbit 1"
refused 2 "there are questions 1 to" trace cat --do "ask 9"
# Where each stop computes its own, an option would change nothing.
refused 2 "--mask" trace heads --mask causal
refused 2 "--variant" code mistakes --variant softmax=twice
# An edit that cannot be ends the script: a result without it would mislead.
refused 2 "dimensions 9" trace cat --do "dimensions 9"
refused 2 "key cat 1e7 0" trace cat --do "next; key cat 1e7 0"
refused 2 "sentence" trace cat --do "sentence \"$(seq -s ' ' 65)\""
refused 2 "there are questions 1 to" render cat --do "ask 0" -o no.png
printf '%s\n' "$tiny" | scene unasked.qkv
refused 2 "no questions" trace unasked.qkv --do "ask 1"
refused 2 "--out" trace cat --out x.txt
refused 2 "--out" trace cat --out ""
refused 2 "-o" render cat -o ""
refused 2 "-o" render cat
refused 2 "choose one of .png" render cat -o x.bmp
refused 2 "choose one of .png" render cat -o svg
refused 2 "--transparent" render cat --transparent -o x.csv
refused 2 "--all-stops" render cat --all-stops -o x.png
refused 2 "--all-stops" render cat --all-stops -o x.gif
refused 2 "--transparent" render cat --transparent -o x.gif
refused 2 "--part" render cat --part middle -o x.png
refused 2 "--part" render cat --part scene -o x.csv
refused 2 "--size" render cat --size 12 -o x.png
refused 2 "--size" render cat --size 0x0 -o x.png
refused 2 "--size" render cat --size 1280x -o x.png
refused 2 "--size" render cat --size 99999x99999 -o x.png
refused 2 "--size" render cat --size -5x400 -o x.png
refused 2 "--ui-scale" render cat --ui-scale 0 -o x.png

# Lessons and files: status 1.
refused 1 "did you mean cat" trace cta
refused 1 "there are" trace nothing-like-it
refused 1 "No such file" trace ./none.qkv
refused 1 "No such file" ./none.npz
refused 1 "did you mean cat" cta
refused 2 "--theme" cat --theme blue
refused 1 "is a folder" trace ./folder
refused 1 "Not a directory" trace "$qkv/x.qkv"
mkfifo pipe.qkv && refused 1 "no plain file" trace pipe.qkv
mkfifo pipe.npz && refused 1 "no plain file" trace pipe.npz
refused 1 "no plain file" trace /dev/null
refused 1 "no plain file" trace /dev/zero
echo hello >notes.txt && refused 1 "kind" trace notes.txt
scene empty.qkv </dev/null && refused 1 "empty.qkv:1: format" trace ./empty.qkv
scene ragged.qkv <<<"${tiny/\[\[1\], \[2\]\]/[[1], [2, 3]]}" && refused 1 "ragged.qkv:5: values: row 2 has 2 numbers" trace ragged.qkv
scene word.qkv <<<"${tiny/\"b\"/\"b\", \"c\"}" && refused 1 "word.qkv:3: there are 3 words" trace word.qkv
scene missing.qkv <<<"${tiny/keys/kees}" && refused 1 "missing.qkv:4: \"kees\"" trace missing.qkv
scene nan.qkv <<<"${tiny/\[2\]/[nan]}" && refused 1 "nan.qkv:5: values: row 2, number 1 is nan" trace nan.qkv
scene twice.qkv <<<"$tiny
words = [\"a\"]" && refused 1 "twice.qkv:6" trace twice.qkv
scene state.qkv <<<"$tiny
[state]
word = \"dog\"" && refused 1 "state.qkv: [state] word" trace state.qkv
scene script.qkv <<<"$tiny
[state]
actions = \"fly\"" && refused 1 "script.qkv: [state] actions" trace script.qkv
scene stage.qkv <<<"$tiny
[state]
stage = \"project\"" && refused 1 "stage.qkv: [state] stage" trace stage.qkv
printf 'format = 1\ntitle = "\xff"\n' >utf8.qkv && refused 1 "utf8.qkv:2" trace utf8.qkv
printf 'format = 1\0\n' >nul.qkv && refused 1 "nul.qkv:1" trace nul.qkv
scene ref.qkv <<<'format = 1
tensors = "none.npz"' && refused 1 "ref.qkv:2: tensors: none.npz" trace ref.qkv
printf 'PK\003\004' >cut.npz && refused 1 "cut.npz" trace cut.npz
head -c 5000 /dev/urandom >noise.npz && refused 1 "noise.npz" trace noise.npz
: >nothing.npz && refused 1 "nothing.npz" trace nothing.npz
: >nothing.npy && refused 1 "nothing.npy" trace nothing.npy
printf 'a\nb' >"$(printf 'line\nbreak.qkv')" && refused 1 'line\nbreak.qkv' trace "$(printf 'line\nbreak.qkv')"
"$qkv" trace cat --out whole.npz || failures=$((failures + 1))
head -c 700 whole.npz >half.npz && refused 1 "half.npz" trace half.npz
refused 1 "neither q, k, v nor attention" trace whole.npz
python3 - <<'P' 2>/dev/null && refused 1 "nan.npz: queries: head 0, row 1, column 0 is nan" trace nan.npz
import struct, zipfile
head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1)}\n"
def array(*x): return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + struct.pack("<2f", *x)
with zipfile.ZipFile("nan.npz", "w") as z:
    for name, x in (("q", (1, float("nan"))), ("k", (1, 1)), ("v", (1, 1))):
        z.writestr(name + ".npy", array(*x))
P

# Output: status 1, and what was there stays as it was.
refused 1 "No such file" trace cat --out nowhere/x.npz
mkdir -p is_folder.npz && refused 1 "folder" trace cat --out is_folder.npz
refused 1 "No space left" trace cat --out /dev/full
refused 1 "No space left" render cat -o /dev/full
kinds="png svg pdf gif webp tex txt csv npz json py"
"$qkv" render --help | grep -q 'webp.*not in this build' && kinds=${kinds/webp /}
for kind in $kinds; do
  refused 1 "No such file" render cat -o nowhere/x.$kind
  refused 1 "Not a directory" render cat -o "$qkv/x.$kind"
done

full() { # stdout is full
  "$qkv" "$@" >/dev/full 2>err
  local status=$?
  cases=$((cases + 1))
  if [ $status != 1 ] || [ "$(wc -l <err)" != 1 ]; then
    failures=$((failures + 1))
    echo "FAILED: qkv $* >/dev/full: status $status"
    cat err
  fi
}
full trace cat --json
full lessons
full check cat
full --help
full --version

# check: the report goes to stdout, the fault also to stderr, in one line.
"$qkv" check nan.qkv >out 2>err
if [ $? != 1 ] || [ "$(wc -l <err)" != 1 ] || ! grep -q FAULT out || ! grep -q "nan.qkv:5" err; then
  failures=$((failures + 1))
  echo "FAILED: check nan.qkv"
  cat out err
fi

echo "$cases cases, $failures failures"
[ $failures = 0 ]

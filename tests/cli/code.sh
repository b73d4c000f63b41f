#!/bin/bash
# `qkv code` as it stands: what its script computes is what `qkv trace` says, to six digits.
# Lessons, files of tensors, and 200 random states; PyTorch where it is installed.
# code.sh QKV, run in an empty folder.
set -u
qkv=$1
here=$(cd "$(dirname "$0")" && pwd)
rm -rf ./*
python=/usr/bin/python3
[ -x "$python" ] && "$python" -c 'import numpy' 2>/dev/null || python=python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
  echo "[skipped] NumPy is not installed"
  exit 77
fi
"$python" "$here/code_check.py" "$qkv" numpy || exit 1
if "$python" -c 'import torch' 2>/dev/null; then
  "$python" "$here/code_check.py" "$qkv" pytorch || exit 1
else
  echo "PyTorch is not installed: its scripts were not run"
fi

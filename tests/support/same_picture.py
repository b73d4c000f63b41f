#!/usr/bin/env python3
"""same_picture.py A.png B.png [TOLERANCE [TOP [BOTTOM]]]: exits 1 where a channel differs by more than TOLERANCE (1),
in the rows from TOP (0) to BOTTOM (the last).

For 8-bit RGB pictures as qkv writes them, and a screen of 24 bits as xwd does. A window's rows run the other way than a texture's, and
a rasteriser may round a few pixels differently by 1/255 for it.
"""

import struct
import sys
import zlib


def rows_of_screen(data):
    header = struct.unpack(">25I", data[:100])
    header_size, width, height, high_first, stride, colors = (header[i] for i in (0, 4, 5, 7, 12, 19))
    blue, green, red = (3, 2, 1) if high_first else (0, 1, 2)
    rows = []
    for y in range(height):
        at = header_size + 12 * colors + y * stride
        line, row = data[at:at + 4 * width], bytearray(3 * width)
        row[0::3], row[1::3], row[2::3] = line[red::4], line[green::4], line[blue::4]
        rows.append(bytes(row))
    return rows


def rows_of(path):
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(b"\x89PNG"):
        return rows_of_screen(data)
    at, packed, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride, above = zlib.decompress(packed), 3 * size[0], bytearray(3 * size[0])
    rows = []
    for y in range(size[1]):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above))
        elif kind:
            for i in range(stride):
                left, corner = (line[i - 3], above[i - 3]) if i >= 3 else (0, 0)
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + above[i]) // 2
                else:
                    p = left + above[i] - corner
                    guess = min((left, above[i], corner), key=lambda v: abs(p - v))
                line[i] = (line[i] + guess) & 255
        rows.append(bytes(line))
        above = line
    return rows


def main():
    a, b = rows_of(sys.argv[1]), rows_of(sys.argv[2])
    tolerance = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    top = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    bottom = int(sys.argv[5]) if len(sys.argv) > 5 else len(a)
    if len(a) != len(b) or len(a[0]) != len(b[0]):
        print(f"{len(a[0]) // 3}x{len(a)} and {len(b[0]) // 3}x{len(b)} pixels")
        return 1
    far = [(max(abs(p - q) for p, q in zip(r, s)), y) for y, (r, s) in enumerate(zip(a, b)) if top <= y < bottom and r != s]
    print(f"{len(far)} of {len(a)} rows differ, by at most {max(far, default=(0, 0))[0]}/255")
    return 1 if max(far, default=(0, 0))[0] > tolerance else 0


if __name__ == "__main__":
    sys.exit(main())

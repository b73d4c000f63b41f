#!/usr/bin/env python3
"""window.py QKV BARE [ROUNDS]: the window against a bare Dear ImGui + GLFW + OpenGL 3.3 window.

Start to first frame (wall, CPU, memory), a frame while the lesson moves, and CPU at rest, side by
side in one run; each ratio beside what is demanded. Start it under the same screen for both, for
example tests/support/with_display.sh. Exits 1 where a demand is missed.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

ENVIRONMENT = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"}
PLAY_SECONDS = 14
REST_SECONDS = 10


def run(command, extra, out):
    begin = time.monotonic()
    subprocess.run(command, env={**ENVIRONMENT, **extra}, check=True, timeout=120)
    with open(out, encoding="ascii") as file:
        values = {key: float(value) for key, value in (line.split() for line in file)}
    values["wall"] = values["first_at"] - begin
    return values


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def report(name, ratios, demand, unit="x"):
    middle = statistics.median(ratios)
    ok = middle <= demand
    print(f"{name:34} {middle:7.2f} {unit:3} (p10 {quantile(ratios, 0.1):.2f}, p90 {quantile(ratios, 0.9):.2f})"
          f"  demand <= {demand:g} {unit:3} {'ok' if ok else 'MISSED'}", flush=True)
    return ok


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share_at_rest(qkv):
    window = subprocess.Popen([qkv], env=ENVIRONMENT)
    try:
        time.sleep(3)
        begin = cpu_seconds(window.pid)
        time.sleep(REST_SECONDS)
        return (cpu_seconds(window.pid) - begin) / REST_SECONDS
    finally:
        window.terminate()
        window.wait()


def main():
    qkv, bare = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    with tempfile.TemporaryDirectory() as folder:
        ENVIRONMENT["XDG_STATE_HOME"] = folder  # the cat lesson opens, whatever was open last
        out = os.path.join(folder, "timing")
        first_qkv = lambda: run([qkv], {"QKV_TIMING": out, "QKV_ONE_FRAME": "1"}, out)
        first_bare = lambda: run([bare, out], {}, out)
        first_qkv(), first_bare()  # warm the disk and the driver's shader cache
        pairs = []
        for _ in range(rounds):
            order = [first_qkv, first_bare]
            random.shuffle(order)
            results = {program: program() for program in order}
            pairs.append((results[first_qkv], results[first_bare]))
        wall = statistics.median(a["wall"] for a, _ in pairs), statistics.median(b["wall"] for _, b in pairs)
        print(f"first frame: qkv {1000 * wall[0]:.0f} ms, bare {1000 * wall[1]:.0f} ms, {rounds} rounds")
        fine = report("first frame, wall", [a["wall"] / b["wall"] for a, b in pairs], 1.5)
        fine &= report("first frame, CPU", [a["first_cpu"] / b["first_cpu"] for a, b in pairs], 1.6)
        fine &= report("first frame, memory more", [a["first_mb"] - b["first_mb"] for a, b in pairs], 40, "MB")
        ratios, times = [], []
        for _ in range(3):
            moving = run([qkv], {"QKV_TIMING": out, "QKV_PLAY_SECONDS": str(PLAY_SECONDS)}, out)
            still = run([bare, out, "300"], {}, out)
            ratios.append(moving["median_ms"] / still["median_ms"])
            times.append((moving["median_ms"], still["median_ms"], moving["frames"]))
        print("moving frame: " + ", ".join(f"qkv {a:.2f} ms (of {n:.0f}), bare {b:.2f} ms" for a, b, n in times))
        fine &= report("frame while the lesson moves", ratios, 3)
        fine &= report("at rest, of a core", [100 * share_at_rest(qkv)], 1, "%")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
"""Measures the attention core against its peers, side by side in one run, and prints the table of
demands: quantity, demand, reached, verdict.

  cmake --preset release -DQKV_BENCH=ON && cmake --build build/release --target qkv_peers
  tests/bench/peers.py build/release [--quick] [--only WORD] [--launches 5]

Needs NumPy. OpenBLAS is looked for at run time; without it its rows say so. Ratios are medians of
paired rounds in random order; p10 and p90 stand beside them. One thread unless a row says two; its
time is the processor time of that thread, so that other programs disturb less; two threads and
whole processes are measured by the wall clock.
"""

import argparse
import ctypes
import os
import pathlib
import random
import subprocess
import sys
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before NumPy loads its BLAS

import numpy as np  # noqa: E402

ROUND_SECONDS = 0.02


class Problem(ctypes.Structure):
    _fields_ = [("q", ctypes.c_void_p), ("k", ctypes.c_void_p), ("v", ctypes.c_void_p),
                ("heads", ctypes.c_int), ("n", ctypes.c_int), ("d", ctypes.c_int),
                ("causal", ctypes.c_int), ("visible_only", ctypes.c_int), ("threads", ctypes.c_int),
                ("wall_clock", ctypes.c_int)]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        self.c.peers_new.restype = ctypes.c_void_p
        self.c.peers_delete.argtypes = [ctypes.c_void_p]
        self.c.peers_instruction_set.restype = ctypes.c_char_p
        for name in ("peers_attend", "peers_blas"):
            call = getattr(self.c, name)
            call.restype = ctypes.c_double
            call.argtypes = [ctypes.c_void_p, ctypes.POINTER(Problem), ctypes.c_int]
        for name in ("peers_weights", "peers_output"):
            call = getattr(self.c, name)
            call.restype = ctypes.POINTER(ctypes.c_float)
            call.argtypes = [ctypes.c_void_p]
        for name in ("peers_fma_rate", "peers_exp_rate"):
            getattr(self.c, name).restype = ctypes.c_double
        self.c.peers_store_seconds.restype = ctypes.c_double
        self.c.peers_store_seconds.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class Data:
    """One size: q, k, v and a handle a peer, so that buffers are warm and each peer's own."""

    def __init__(self, n, d, heads):
        rng = np.random.default_rng(n * 1000 + d + heads)
        self.n, self.d, self.heads = n, d, heads
        self.q, self.k, self.v = (rng.standard_normal((heads, n, d)).astype(np.float32)
                                  for _ in range(3))
        self.mask = np.tril(np.ones((n, n), bool))
        self.handles = []

    def problem(self, causal=True, visible_only=False, threads=1, wall=False):
        return Problem(self.q.ctypes.data, self.k.ctypes.data, self.v.ctypes.data, self.heads,
                       self.n, self.d, causal, visible_only, threads, wall)

    def ours(self, library, **options):
        handle, problem = library.c.peers_new(), self.problem(**options)
        self.handles.append((library, handle))
        return lambda rounds: library.c.peers_attend(handle, ctypes.byref(problem), rounds)

    def blas(self, library, **options):
        handle, problem = library.c.peers_new(), self.problem(**options)
        self.handles.append((library, handle))
        return lambda rounds: library.c.peers_blas(handle, ctypes.byref(problem), rounds)

    def numpy(self):
        def run(rounds):
            start = time.thread_time()
            for _ in range(rounds):
                numpy_attention(self.q, self.k, self.v, self.mask)
            return time.thread_time() - start
        return run

    def close(self):
        for library, handle in self.handles:
            library.c.peers_delete(handle)
        self.handles = []


def numpy_attention(q, k, v, mask):
    """What a user writes: every stage kept."""
    scores = q @ k.swapaxes(-1, -2) / np.float32(np.sqrt(q.shape[-1]))
    masked = np.where(mask, scores, np.float32(-np.inf))
    weights = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return scores, masked, weights, weights @ v


def check_same(library, data):
    """A fast wrong answer is worth nothing."""
    handle, problem = library.c.peers_new(), data.problem()
    for call in (library.c.peers_attend, library.c.peers_blas):
        if call(handle, ctypes.byref(problem), 1) < 0:
            continue
        shape = (data.heads, data.n, data.d)
        got = np.ctypeslib.as_array(library.c.peers_output(handle), shape)
        q, k, v = (x.astype(np.float64) for x in (data.q, data.k, data.v))
        expected = numpy_attention(q, k, v, data.mask)[3]
        error = np.abs(got - expected).max()
        if not error <= 2e-6:
            sys.exit(f"wrong output at n = {data.n}: off by {error}")
    library.c.peers_delete(handle)


def rounds_for(run, seconds):
    run(1)
    once = run(1)
    if once < seconds / 20:
        once = run(max(2, int(seconds / 20 / max(once, 1e-9)))) / max(
            2, int(seconds / 20 / max(once, 1e-9)))
    return max(1, int(seconds / max(once, 1e-9)))


def paired(runs, least_rounds, seconds=ROUND_SECONDS):
    """Seconds a call of each, one list a run; all runs once a round, in random order."""
    counts = [rounds_for(run, seconds) for run in runs]
    times = [[] for _ in runs]
    for _ in range(least_rounds):
        for index in random.sample(range(len(runs)), len(runs)):
            times[index].append(runs[index](counts[index]) / counts[index])
    return times


def ratio(slow, fast):
    ratios = np.array(slow) / np.array(fast)
    return float(np.median(ratios)), float(np.percentile(ratios, 10)), float(
        np.percentile(ratios, 90))


class Table:
    def __init__(self):
        self.missed = 0

    def row(self, quantity, demand, reached, at_least=True, note=""):
        median, low, high = reached
        good = median >= demand if at_least else median <= demand
        self.missed += not good
        sign = "≥" if at_least else "≤"
        print(f"| {quantity} | {sign} {demand:g} | {median:.2f} ({low:.2f} … {high:.2f}){note} | "
              f"{'met' if good else 'NOT met'} |", flush=True)

    def say(self, quantity, text):
        print(f"| {quantity} | – | {text} | – |", flush=True)


def bound_seconds(library, data, store):
    """Multiply-adds at the rate of registers plus exponentials at the rate of L1, or one pass that
    writes the weights: whichever takes longer."""
    cells, visible = data.heads * data.n ** 2, data.heads * data.n * (data.n + 1) / 2
    arithmetic = ((cells + visible) * data.d / library.c.peers_fma_rate()
                  + visible / library.c.peers_exp_rate())
    return max(arithmetic, store())


def small_rows(table, ours):
    data = Data(5, 2, 1)
    numpy, mine = paired([data.numpy(), data.ours(ours)], 25)
    table.row("NumPy against ours, warm (n 5, d 2, 1 head)", 25, ratio(numpy, mine),
              note=f", {np.median(mine) * 1e9:.0f} ns")
    data.close()


def process_row(table, build):
    """The shipped binary itself, from nothing to all numbers, against a script of NumPy lines."""
    qkv = build / "qkv"
    if not qkv.exists():
        table.say("`qkv trace cat` against a NumPy script, start included", "no binary here")
        return
    lines = ("import numpy as np; q = np.ones((5, 2), np.float32); s = q @ q.T / 2 ** .5; "
             "e = np.exp(s - s.max(1, keepdims=True)); print(e / e.sum(1, keepdims=True) @ q)")

    def timed(command):
        def run(rounds):
            start = time.perf_counter()
            for _ in range(rounds):
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            return time.perf_counter() - start
        return run
    script, trace = paired([timed([sys.executable, "-c", lines]),
                            timed([str(qkv), "trace", "cat", "--json"])], 15)
    median, low, high = ratio(script, trace)
    table.say("`qkv trace cat` against a NumPy script, start included",
              f"{median:.1f} ({low:.1f} … {high:.1f}), {np.median(trace) * 1e3:.1f} ms")


def size_rows(table, ours, native, sizes, rounds):
    for n, d, heads, numpy_demand, blas_demand, share_demand in sizes:
        data = Data(n, d, heads)
        name = f"({n}, {d}, {heads})"
        check_same(ours, data) if n <= 2048 else None
        handle = ours.c.peers_new()

        def bound(rounds, data=data, handle=handle):
            return rounds * bound_seconds(ours, data, lambda: ours.c.peers_store_seconds(
                handle, data.heads * data.n ** 2 * 4))
        runs = [data.ours(ours), bound, data.blas(ours)]
        runs += [data.numpy()] if numpy_demand else []
        runs += [data.ours(native)] if native else []
        has_blas = runs[2](1) >= 0
        times = paired(runs, rounds)
        mine = times[0]
        share = ratio(times[1], mine)
        ms = f", {np.median(mine) * 1e3:.3g} ms"
        if numpy_demand:
            table.row(f"NumPy against ours {name}", numpy_demand, ratio(times[3], mine), note=ms)
        if has_blas and blas_demand:
            table.row(f"OpenBLAS + vectorised softmax against ours {name}", blas_demand,
                      ratio(times[2], mine))
        elif not has_blas:
            table.say(f"OpenBLAS + vectorised softmax against ours {name}", "no OpenBLAS here")
        table.row(f"share of the bound {name}", share_demand, share)
        if native:
            table.row(f"portable binary against -march=native {name}", 0.95,
                      ratio(times[-1], mine))
        ours.c.peers_delete(handle)
        data.close()


def mask_rows(table, ours, sizes, rounds):
    for n, d, heads in sizes:
        data = Data(n, d, heads)
        full, some, all_kept = paired([data.ours(ours, causal=False),
                                       data.ours(ours, visible_only=True), data.ours(ours)], rounds)
        name = f"({n}, {d}, {heads})"
        table.row(f"causal against unmasked, visible scores kept {name}", 0.72, ratio(some, full),
                  at_least=False)
        table.row(f"causal against unmasked, all scores kept {name}", 0.88, ratio(all_kept, full),
                  at_least=False)
        data.close()


def thread_rows(table, ours, sizes, rounds):
    for n, d, heads in sizes:
        data = Data(n, d, heads)
        one, two = paired([data.ours(ours, wall=True),
                           data.ours(ours, threads=2, wall=True)], rounds)
        table.row(f"two threads against one ({n}, {d}, {heads})", 1.5, ratio(one, two))
        data.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder with the peers library")
    parser.add_argument("--quick", action="store_true", help="no size above 1024, fewer rounds")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="small, process, size, mask or thread")
    arguments = parser.parse_args()
    rounds = 5 if arguments.quick else arguments.rounds

    def library(name):
        found = sorted(arguments.build.rglob(f"*{name}.so"))
        return Library(found[0]) if found else None
    ours, native = library("qkv_peers"), library("qkv_peers_native")
    if ours is None:
        sys.exit(f"no qkv_peers library under {arguments.build}: configure with -DQKV_BENCH=ON and "
                 "build the target qkv_peers")
    sizes = [(64, 64, 12, 3, 0.9, 0.48), (512, 64, 12, 4.5, 0.9, 0.58),
             (1024, 64, 12, 4.5, 0.9, 0.62), (2048, 64, 12, 5, 0, 0.62),
             (4096, 64, 1, 5, 1.15, 0.62), (8192, 64, 1, 6, 1.15, 0.62)]
    large = [(2048, 64, 12), (4096, 64, 1), (8192, 64, 1)]
    if arguments.quick:
        sizes, large = sizes[:3], [(1024, 64, 12)]

    print(f"NumPy {np.__version__}, instruction set {ours.c.peers_instruction_set().decode()}, "
          f"{os.cpu_count()} processors, medians of {rounds} paired rounds (p10 … p90)\n")
    print("| quantity, one thread unless told | demand | reached | verdict |\n|---|---|---|---|")
    table = Table()
    parts = {"small": lambda: small_rows(table, ours),
             "process": lambda: process_row(table, arguments.build),
             "size": lambda: size_rows(table, ours, native, sizes, rounds),
             "mask": lambda: mask_rows(table, ours, large, rounds),
             "thread": lambda: thread_rows(table, ours, [(1024, 64, 12), *large[:2]], rounds)}
    for name, part in parts.items():
        if arguments.only in ("", name):
            part()
    print(f"\n{table.missed} not met")


if __name__ == "__main__":
    main()

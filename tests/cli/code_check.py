#!/usr/bin/env python3
"""Runs what `qkv code` writes and compares its arrays with `qkv trace`.

code_check.py QKV numpy|pytorch
Every lesson that has attention, tensor files of its own making, and random states: sizes, heads,
masks, cells, added numbers, sinks, scales and every broken rule. Exits 1 with what differs.
"""

import io
import json
import random
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np

try:
    import tomllib
except ImportError:
    tomllib = None

LESSONS = Path(__file__).resolve().parents[2] / "assets" / "lessons"
STATES = 200
TOLERANCE = 2e-6  # of a number with six digits behind the point, relative above 1
# What the scripts of lessons without q, k, v must leave.
PIECES = {
    "heads": ["weights_1", "weights_4", "mean", "joined", "outcome"],
    "order": ["weights", "z", "z_shuffled", "positions", "rope_curve", "alibi_slopes",
              "alibi_bias", "alibi_before", "alibi_after", "alike", "rope_score", "rope_q_turned"],
    "block": ["norm_out", "attended", "middle", "inner", "active", "fed", "outcome", "eps"],
    "scale": ["scores", "spread", "largest", "entropy", "gradient", "query_weights", "spreads",
              "gradients_plain", "gradients_scaled", "pair_weights", "pair_unscaled"],
    "rnn": ["state", "gru_state", "lstm_state", "lstm_cell", "jacobian", "since_first", "fading",
            "fading_gru", "fading_lstm", "one_in", "one_in_gru", "kept", "kept_lstm", "chain_ready",
            "attention_ready", "chain_hops", "chain_cost", "attention_cost", "cost_ratio", "width"],
    "cost": ["weights_full", "weights_window", "weights_sparse", "weights_linear", "cells_full",
             "cells_sparse", "differs_window", "differs_linear", "unseen_window", "n", "work_full",
             "work_linear", "bytes"],
}
VARIANTS = ["axis=columns", "order=after", "fill=zero", "mask=inverted", "values=keys",
            "softmax=twice"]


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def leaves(script):
    """The arrays that a script leaves behind."""
    names = {}
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(script, "script", "exec"), names)
    if not printed.getvalue().strip():
        raise AssertionError("the script prints nothing")
    return {name: np.asarray(names[name], dtype=float) for name in ("weights", "output")}


def worst(ours, theirs):
    ours = np.array(ours, dtype=float)
    if ours.size != theirs.size:
        return float("inf")
    off = np.abs(ours.ravel() - theirs.ravel()) / np.maximum(1, np.abs(ours.ravel()))
    return float(off.max()) if np.isfinite(theirs).all() else float("inf")


def compare(qkv, language, file, *options):
    """What differs, or None."""
    flags = ["--pytorch"] if language == "pytorch" else []
    script = run(qkv, "code", file, *options, *flags)
    trace = json.loads(run(qkv, "trace", file, *options))
    try:
        arrays = leaves(script)
    except Exception as error:  # whatever a script may do wrong
        return f"{file} {' '.join(options)}: {type(error).__name__}: {error}\n{script}"
    for name, array in arrays.items():
        off = worst(trace[name], array)
        if off > TOLERANCE:
            return f"{file} {' '.join(options)}: {name} differs by {off}\n{script}"
    return None


def knob_turns(lesson):
    """Every knob of a lesson at its ends, as scripts."""
    if tomllib is None:
        return []
    text = (LESSONS / f"{lesson}.qkv").read_text(encoding="utf-8")
    turns = []
    for knob in tomllib.loads(text).get("knob", []):
        places = knob.get("values") or knob["choices"]
        turns += [f"knob {knob['name']} {place}" for place in dict.fromkeys(
            places if len(places) < 4 else [places[0], places[len(places) // 2], places[-1]])]
    return turns


def compare_pieces(qkv, lesson, options):
    """What differs of the pieces that the script of a lesson leaves behind, each a line."""
    names = {}
    pieces = json.loads(run(qkv, "trace", lesson, *options, "--json"))["pieces"]
    script = run(qkv, "code", lesson, *options)
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(script, "script", "exec"), names)
    told = [name for name in pieces if name in names]
    offs = {name: worst(pieces[name], np.asarray(names[name], dtype=float)) for name in told}
    faults = [f"{lesson} {' '.join(options)}: {name} differs by {off}" for name, off in offs.items()
              if off > 10 * TOLERANCE]
    missing = [name for name in PIECES[lesson] if name not in told]
    if missing or not printed.getvalue().strip():
        faults.append(f"{lesson}: the script leaves no {', '.join(missing) or 'print'}")
    return faults


def toml(value):
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def numbers(dice, heads, rows, columns):
    def cell():
        return dice.randint(-3, 3) if dice.random() < 0.3 else round(dice.gauss(0, 1), 3)
    tensor = [[[cell() for _ in range(columns)] for _ in range(rows)] for _ in range(heads)]
    return tensor[0] if heads == 1 else tensor


def random_scene(dice):
    """A .qkv with as much in it as the format has."""
    kv_heads = dice.choice([1, 1, 1, 2, 3])
    heads = kv_heads * dice.choice([1, 1, 2])
    n, d, dv = dice.randint(1, 7), dice.randint(1, 5), dice.randint(1, 4)
    m = n if dice.random() < 0.6 else dice.randint(1, 7)
    lines = ["format = 1", "title = " + toml(dice.choice(["Plain", "Odd # title \n x = 1", "Ünï"]))]
    words = [dice.choice(["the", "cat", "#", "“x”", "a\\b"]) for _ in range(n)]
    lines.append("words = " + toml(words))
    projected = n == m and heads == kv_heads and dice.random() < 0.25
    if n != m:
        lines.append("key_words = " + toml(["k"] * m))
    if projected:
        e = dice.randint(1, 4)
        lines.append("embeddings = " + toml(numbers(dice, 1, n, e)))
        for name, width in (("w_q", d), ("w_k", d), ("w_v", dv)):
            lines.append(f"{name} = " + toml(numbers(dice, heads, e, width)))
    else:
        lines.append("queries = " + toml(numbers(dice, heads, n, d)))
        lines.append("keys = " + toml(numbers(dice, kv_heads, m, d)))
        lines.append("values = " + toml(numbers(dice, kv_heads, m, dv)))
    lines.append("[options]")
    rules = [rule for rule, often in (("causal", 0.5), (f"window:{dice.randint(1, 4)}", 0.25),
                                      (f"window:{dice.randint(0, 2)},{dice.randint(0, 2)}", 0.2),
                                      (f"padding:{dice.randint(0, 3)}", 0.25))
             if dice.random() < often]
    if rules:
        lines.append("mask = " + toml("+".join(rules)))
    if dice.random() < 0.4:
        lines.append('causal_align = "end"')
    if dice.random() < 0.4:
        lines.append("scale = " + dice.choice(['"off"', "0.25", "1.5", "-0.5"]))
    if dice.random() < 0.25:
        lines.append(f"softcap = {dice.choice([1, 2.5, 30])}")
    if dice.random() < 0.25:
        lines.append(f"temperature = {dice.choice([0.5, 2, 3.25])}")
    if dice.random() < 0.25:
        lines.append("sink = " + toml([round(dice.gauss(0, 1), 2) for _ in range(heads)]))
    if dice.random() < 0.3:
        cells = [[[dice.random() < 0.7 for _ in range(m)] for _ in range(n)]
                 for _ in range(dice.choice([1, heads]))]
        lines.append("visible = " + toml(cells[0] if len(cells) == 1 else cells))
    if dice.random() < 0.3:
        added = [[[-3.4028235e38 if dice.random() < 0.2 else round(dice.gauss(0, 1), 2)
                   for _ in range(m)] for _ in range(n)]]
        lines.append("added = " + toml(added[0]))
    if dice.random() < 0.6:
        broken = dice.sample(VARIANTS, dice.choice([1, 1, 1, 2, 3]))
        lines.append("variant = " + toml("+".join(broken)))
    return "\n".join(lines) + "\n"


def tensor_files():
    """(file, options) for q, k, v as models save them."""
    make = np.random.default_rng(3)

    def save(name, q, k, v, **more):
        arrays = dict(zip(("q", "k", "v") if name != "upper" else ("Q", "K", "V"), (q, k, v)))
        np.savez(f"{name}.npz", **arrays, **more)
        return f"{name}.npz"

    def random_array(*shape):
        return make.standard_normal(shape).astype(np.float32)
    yield save("plain", *(random_array(9, 4) for _ in range(3))), ["--mask", "causal"]
    yield save("upper", *(random_array(9, 4) for _ in range(3))), ["--variant", "softmax=twice"]
    yield save("grouped", random_array(4, 6, 8), random_array(2, 6, 8), random_array(2, 6, 3)), []
    q, k, v = random_array(2, 3, 5, 4), random_array(2, 3, 7, 4), random_array(2, 3, 7, 4)
    yield save("batches", q, k, v, mask=make.random((2, 1, 5, 7)) < 0.7), ["--batch", "1"]
    added = np.where(make.random((5, 7)) < 0.3, -np.inf, 0.5).astype(np.float32)
    yield save("added", q[0], k[0], v[0], attn_mask=added), []
    lowest = np.full((5, 7), np.finfo(np.float32).min, dtype=np.float32)
    lowest[1:, ::2] = 0
    yield save("lowest", q[0], k[0], v[0], attn_mask=lowest), []
    yield "lowest.npz", ["--variant", "fill=zero"]
    yield save("large", *(random_array(2, 300, 32) for _ in range(3))), ["--mask", "causal"]


def main():
    qkv, language = sys.argv[1:]
    faults, checked = [], 0

    def check(file, *options):
        nonlocal checked
        checked += 1
        fault = compare(qkv, language, file, *options)
        if fault:
            faults.append(fault)

    without = []
    for line in run(qkv, "lessons").splitlines():
        lesson = line.split()[0]
        try:
            run(qkv, "code", lesson)
        except RuntimeError as error:
            if "no code" not in str(error):
                raise
            without.append(lesson)
            continue
        if lesson in PIECES:
            if language == "numpy":
                # As it opens on the command line, at each stop of the walk, and turned by hand.
                states = [[], ["--stage", "start"]]
                states += [["--do", "; ".join(["next"] * stop)] for stop in range(1, 8)]
                states += [["--do", f"end; {turn}"] for turn in knob_turns(lesson)]
                for options in states:
                    checked += 1
                    faults += compare_pieces(qkv, lesson, options)
            continue
        if lesson == "mistakes":  # the code is that of the stop, whose rules are its own
            check(lesson, "--stage", "start")
            continue
        for options in ([], ["--mask", "causal"], ["--scale", "off"],
                        ["--mask", "causal", "--variant", "order=after"]):
            check(lesson, *options)
    for file, options in tensor_files():
        check(file, *options)
    dice = random.Random(20)
    for state in range(STATES):
        Path("scene.qkv").write_text(random_scene(dice), encoding="utf-8")
        check("scene.qkv")
        if faults and not Path("fault.qkv").exists():
            Path("scene.qkv").rename("fault.qkv")
    for fault in faults[:3]:
        print("FAILED:", fault)
    print(f"{language}: {checked} scripts run, {len(faults)} differ; no code for "
          f"{', '.join(without) or 'none'}")
    sys.exit(1 if faults or checked < STATES + 20 else 0)


main()

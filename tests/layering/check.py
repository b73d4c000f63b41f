#!/usr/bin/env python3
"""Checks that arrows in the source tree run one way, and a few habits of the house.

check.py ROOT        prints one line a violation and exits 1 where there is any
check.py --self-test plants one violation of every rule and sees that it is found
"""

import re
import sys
import tempfile
from pathlib import Path

# What core may include besides itself and the C++ standard library (names without a dot).
CORE_MAY_INCLUDE = re.compile(
    r"glm/|nlohmann/|toml\+\+/|(minizip/)?(unzip|zip|ioapi)\.h$|zlib\.h$|hwy/|webp/\w+\.h$|stb_\w+\.h$"
    r"|(unistd|fcntl|io|windows)\.h$|sys/(stat|types|mman)\.h$"
)
# platform <- gl <- render <- views <- frame <- main: a layer includes itself and those before it.
APP_LAYERS = ["platform", "gl", "render", "views", "frame", "main"]
# The command line stands beside frame: everything but the views and main.
CLI_MAY_INCLUDE = {"cli", "platform", "gl", "render", "frame"}
TOP_FOLDERS = [".ci", "core", "app", "tests", "shaders", "assets", "cmake"]
CODE = {".cpp", ".h"}
TEXT = CODE | {".py", ".sh", ".cmake", ".txt", ".md", ".json", ".toml", ".qkv", ".svg", ".desktop",
               ".vert", ".frag", ".glsl", ""}
# Slow to compile: in a .cpp they cost once, in a header everywhere.
HEAVY = re.compile(r"nlohmann/json\.hpp|CLI/")
MOST_LINES = 500  # of code; a list of texts or numbers may be longer
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Split, so that this file does not contain what it looks for.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
MACHINE_PATH = re.compile(r"(?<![\w.})/$-])/(wo" r"rk|ro" r"ot)/")


def source_files(root):
    for folder in TOP_FOLDERS:
        yield from sorted(path for path in (root / folder).rglob("*") if path.is_file())
    yield from sorted(path for path in root.iterdir() if path.is_file() and path.name != ".git")


def includes(text):
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def app_layer(name):
    """The layer of "app/gl/texture.h" is gl; of app/main.cpp, main; else None."""
    parts = name.split("/")
    if parts[0] != "app":
        return None
    return parts[1] if len(parts) > 2 else Path(parts[1]).stem


def layers_below(layer):
    if layer == "cli":
        return CLI_MAY_INCLUDE
    if layer == "main":
        return set(APP_LAYERS) | {"cli"}
    return set(APP_LAYERS[: APP_LAYERS.index(layer) + 1])


def include_fault(root, name, ours, included):
    """Why the file `name` may not include `included`, or None."""
    top = name.split("/")[0]
    if ours:
        if included.split("/")[0] not in ("core", "app", "tests"):
            return f'"{included}" is not a path from the top of the tree'
        if not (root / included).exists():
            return f'"{included}" does not exist'
        if top == "core" and not included.startswith("core/"):
            return f"core stands alone, but includes {included}"
        if top == "app":
            if included.startswith("tests/"):
                return f"the app includes the test file {included}"
            layer, other = app_layer(name), app_layer(included)
            if other is not None and other not in layers_below(layer):
                return f"{layer} stands below {other}, but includes {included}"
        return None
    if top == "core" and "." in included and not CORE_MAY_INCLUDE.match(included):
        return f"core may not include <{included}>"
    return None


def folder_cycles(edges):
    """The cycles among core's folders, each once, as lists of folder names."""
    found = []

    def walk(path):
        for following in sorted(edges.get(path[-1], ())):
            if following == path[0] and min(path) == path[0]:
                found.append(path + [following])
            elif following not in path:
                walk(path + [following])

    for folder in sorted(edges):
        walk([folder])
    return found


def check_code(root, texts):
    edges = {}
    for name, text in texts.items():
        if Path(name).suffix not in CODE:
            continue
        layer = app_layer(name)
        if layer is not None and layer not in APP_LAYERS + ["cli"]:
            yield f"{name}: app/{layer} is no layer; the layers are {', '.join(APP_LAYERS)} and cli"
            continue
        for number, ours, included in includes(text):
            fault = include_fault(root, name, ours, included)
            if fault:
                yield f"{name}:{number}: {fault}"
            if name.endswith(".h") and HEAVY.match(included):
                yield f"{name}:{number}: <{included}> is slow to compile: include it in a .cpp"
            if name.startswith("core/") and included.startswith("core/"):
                here, there = name.split("/")[1], included.split("/")[1]
                if here != there:
                    edges.setdefault(here, {}).setdefault(there, name)
    for cycle in folder_cycles(edges):
        files = ", ".join(edges[here][there] for here, there in zip(cycle, cycle[1:]))
        yield f"core: folders include each other in a ring: {' -> '.join(cycle)} (in {files})"


def check_habits(texts):
    for name, text in texts.items():
        lines = text.splitlines()
        if len(lines) > MOST_LINES and not name.startswith("assets/"):
            yield f"{name}: {len(lines)} lines, at most {MOST_LINES} are allowed: make it two files"
        for number, line in enumerate(lines, 1):
            unfinished = UNFINISHED.search(line)
            if unfinished:
                yield f"{name}:{number}: {unfinished.group()}: finish it, or file it as an issue"
            if MACHINE_PATH.search(line):
                yield f"{name}:{number}: a path of one machine"


def check_shaders(texts):
    users = [text for name, text in texts.items() if not name.startswith("tests/")]
    for name in texts:
        if not name.startswith("shaders/"):
            continue
        file = Path(name)
        names = (file.name, f'"{file.stem}"', f"/{file.stem}")
        if not any(n in text for n in names for text in users if text is not texts[name]):
            yield f"{name}: no code names this shader"


def violations(root):
    texts = {}
    for path in source_files(root):
        if path.suffix in TEXT:
            texts[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
    yield from check_code(root, texts)
    yield from check_habits(texts)
    yield from check_shaders(texts)


CLEAN_TREE = {
    "core/a/a.h": "#pragma once\n#include <vector>\n#include <glm/vec2.hpp>\n",
    "core/b/b.cpp": '#include "core/a/a.h"\n#include <stb_truetype.h>\n',
    "app/platform/window.h": '#include <GLFW/glfw3.h>\n#include "core/a/a.h"\n',
    "app/gl/texture.h": '#include <glad/gl.h>\n#include "app/platform/window.h"\n',
    "app/render/page.cpp": '#include "app/gl/texture.h"\nauto v = asset_text("shaders/page.vert");\n',
    "app/views/table.h": '#include "app/gl/texture.h"\n',
    "app/frame/frame.h": '#include "app/views/table.h"\n',
    "app/cli/cli.h": '#include "app/frame/frame.h"\n',
    "app/main.cpp": '#include "app/cli/cli.h"\n#include "app/frame/frame.h"\n',
    "shaders/page.vert": "void main() {}\n",
    "README.md": "See frame/work/ and $HOME/work/.\n",
}
PLANTED = [
    ("core/b/gl.cpp", "#include <GL/gl.h>\n", "core may not include <GL/gl.h>"),
    ("core/b/egl.cpp", "#include <EGL/egl.h>\n", "core may not include <EGL/egl.h>"),
    ("core/b/glfw.cpp", "#include <GLFW/glfw3.h>\n", "core may not include <GLFW/glfw3.h>"),
    ("core/b/glad.cpp", "#include <glad/gl.h>\n", "core may not include <glad/gl.h>"),
    ("core/b/gui.cpp", "  #  include <imgui.h>\n", "core may not include <imgui.h>"),
    ("core/b/cli.cpp", "#include <CLI/CLI.hpp>\n", "core may not include <CLI/CLI.hpp>"),
    ("core/b/app.cpp", '#include "app/gl/texture.h"\n', "core stands alone"),
    ("core/b/near.cpp", '#include "b.h"\n', "not a path from the top"),
    ("core/b/gone.cpp", '#include "core/gone.h"\n', "does not exist"),
    ("core/a/ring.cpp", '#include "core/b/b.cpp"\n', "in a ring: a -> b -> a"),
    ("app/platform/up.cpp", '#include "app/gl/texture.h"\n', "platform stands below gl"),
    ("app/gl/up.cpp", '#include "app/render/page.cpp"\n', "gl stands below render"),
    ("app/render/up.cpp", '#include "app/views/table.h"\n', "render stands below views"),
    ("app/views/up.cpp", '#include "app/frame/frame.h"\n', "views stands below frame"),
    ("app/views/side.cpp", '#include "app/cli/cli.h"\n', "views stands below cli"),
    ("app/frame/side.cpp", '#include "app/cli/cli.h"\n', "frame stands below cli"),
    ("app/cli/up.cpp", '#include "app/views/table.h"\n', "cli stands below views"),
    ("app/helpers/x.cpp", "\n", "app/helpers is no layer"),
    ("app/gl/test.cpp", '#include "tests/main.cpp"\n', "does not exist"),
    ("core/a/heavy.h", "#include <nlohmann/json.hpp>\n", "slow to compile"),
    ("core/a/long.cpp", "\n" * 501, "501 lines"),
    ("core/a/later.cpp", "// TO" "DO: later\n", "finish it"),
    ("tests/run.sh", "cd /wo" "rk/main\n", "a path of one machine"),
    ("cmake/Paths.cmake", 'set(X "/ro' 'ot/x")\n', "a path of one machine"),
    ("shaders/lonely.frag", "void main() {}\n", "no code names this shader"),
]


def plant(root, tree):
    for name, text in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def self_test():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        plant(root, CLEAN_TREE)
        faults += [f"a clean tree is blamed: {line}" for line in violations(root)]
        for name, text, expected in PLANTED:
            plant(root, {name: text})
            found = list(violations(root))
            if not any(expected in line for line in found):
                faults.append(f"planted in {name}, not found: {expected} (found: {found})")
            (root / name).unlink()
    return faults


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = self_test() if sys.argv[1] == "--self-test" else list(violations(Path(sys.argv[1])))
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

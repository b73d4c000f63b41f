# Without a display, and without OpenGL 3.3: one line that helps, exit status 1.
qkv="$1"

expect_line() {
  [ "$status" -eq 1 ] || { echo "FAILED: exit status $status"; exit 1; }
  [ "$(wc -l <errors)" -eq 1 ] || { echo "FAILED: not one line:"; cat errors; exit 1; }
  grep -q "$1" errors || { echo "FAILED: no \"$1\" in:"; cat errors; exit 1; }
}

status=0
env -u DISPLAY -u WAYLAND_DISPLAY "$qkv" 2>errors || status=$?
expect_line "qkv render"

status=0
MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLSL_VERSION_OVERRIDE=120 "$qkv" 2>errors || status=$?
expect_line "OpenGL 3.3"

# How our own code is compiled. Dependencies do not see these flags.
# No -ffast-math (it breaks the rounding of exp) and no -march=native (one binary for all).

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

find_program(QKV_CCACHE ccache)
mark_as_advanced(QKV_CCACHE)
if(QKV_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths count from the source tree, so that two checkouts share what they compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true "${QKV_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
endif()

add_library(qkv_options INTERFACE)

if(MSVC)
  target_compile_options(qkv_options INTERFACE /W4 /utf-8 /permissive-)
  if(QKV_WERROR)
    target_compile_options(qkv_options INTERFACE /WX)
  endif()
  return()
endif()

# -ffp-contract=off: the same float on every processor, fused multiply-add or not.
target_compile_options(qkv_options INTERFACE
  -ffp-contract=off
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wfloat-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2>)
if(QKV_WERROR)
  target_compile_options(qkv_options INTERFACE -Werror)
endif()

target_compile_definitions(qkv_options INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)

# What only a whole program needs.
add_library(qkv_executable_options INTERFACE)
if(QKV_PORTABLE)
  if(MINGW)
    target_link_options(qkv_executable_options INTERFACE -static)
  else()
    target_link_options(qkv_executable_options INTERFACE -static-libgcc -static-libstdc++)
  endif()
endif()
if(QKV_SANITIZE)
  target_compile_options(qkv_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(qkv_options INTERFACE -fsanitize=address,undefined)
  target_sources(qkv_executable_options INTERFACE "${PROJECT_SOURCE_DIR}/cmake/sanitize/defaults.cpp")
  # The driver's calls must find our dlclose.
  target_link_options(qkv_executable_options INTERFACE -Wl,--export-dynamic-symbol=dlclose)
endif()

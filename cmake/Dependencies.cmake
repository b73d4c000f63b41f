# Every library QKV stands on: the system's copy first, else a pinned download.
# Own code links qkv::<name> only, so that nothing here leaks into the other files.

include(FetchContent)
set(FETCHCONTENT_QUIET ON)
find_package(PkgConfig QUIET)
find_package(Threads REQUIRED)

# qkv_missing(<name> <package>): stops the configuration where downloads are switched off.
function(qkv_missing name package)
  if(NOT QKV_FETCH)
    message(FATAL_ERROR "${name} is missing: install ${package}, or configure with -DQKV_FETCH=ON")
  endif()
  message(STATUS "${name}: not on this system, using the pinned download")
endfunction()

# qkv_pkg(<variable> <module>): an imported target PkgConfig::<variable> where pkg-config knows it.
macro(qkv_pkg variable module)
  if(PkgConfig_FOUND)
    pkg_check_modules(${variable} QUIET IMPORTED_TARGET ${module})
  endif()
endmacro()

# Mathematics for vectors and projections.
find_package(glm QUIET CONFIG)
if(NOT TARGET glm::glm)
  qkv_missing(GLM libglm-dev)
  FetchContent_Declare(glm GIT_REPOSITORY https://github.com/g-truc/glm.git GIT_TAG 0.9.9.8)
  FetchContent_MakeAvailable(glm)
endif()

# JSON.
find_package(nlohmann_json QUIET CONFIG)
add_library(qkv_json INTERFACE)
target_link_libraries(qkv_json INTERFACE nlohmann_json::nlohmann_json)
add_library(qkv::json ALIAS qkv_json)

# TOML.
find_package(tomlplusplus QUIET CONFIG)
add_library(qkv_toml INTERFACE)
target_link_libraries(qkv_toml INTERFACE tomlplusplus::tomlplusplus)
add_library(qkv::toml ALIAS qkv_toml)

# ZIP, for .npz.
find_package(ZLIB REQUIRED)
qkv_pkg(MINIZIP minizip)
add_library(qkv_minizip INTERFACE)
target_link_libraries(qkv_minizip INTERFACE PkgConfig::MINIZIP ZLIB::ZLIB)
add_library(qkv::minizip ALIAS qkv_minizip)

# Vector instructions chosen at run time.
qkv_pkg(HIGHWAY libhwy)
add_library(qkv_highway INTERFACE)
target_link_libraries(qkv_highway INTERFACE PkgConfig::HIGHWAY)
add_library(qkv::highway ALIAS qkv_highway)

# stb: font outlines and PNG. Include <stb_truetype.h>; the implementation is linked.
qkv_pkg(STB stb)
add_library(qkv_stb INTERFACE)
target_link_libraries(qkv_stb INTERFACE PkgConfig::STB)
add_library(qkv::stb ALIAS qkv_stb)

# Command line.
find_package(CLI11 QUIET CONFIG)
add_library(qkv_cli INTERFACE)
target_link_libraries(qkv_cli INTERFACE CLI11::CLI11)
add_library(qkv::cli ALIAS qkv_cli)

# Window.
find_package(glfw3 QUIET CONFIG)
add_library(qkv_glfw INTERFACE)
target_link_libraries(qkv_glfw INTERFACE glfw)
target_compile_definitions(qkv_glfw INTERFACE GLFW_INCLUDE_NONE)
add_library(qkv::glfw ALIAS qkv_glfw)

# Dear ImGui with its GLFW and OpenGL 3 backends and the FreeType font builder.
qkv_pkg(IMGUI imgui)
qkv_pkg(FREETYPE freetype2)
add_library(qkv_imgui INTERFACE)
target_link_libraries(qkv_imgui INTERFACE PkgConfig::IMGUI qkv_stb PkgConfig::FREETYPE qkv_glfw ${CMAKE_DL_LIBS})
add_library(qkv::imgui ALIAS qkv_imgui)

# EGL draws without a window or a display; only where the system has it.
find_package(OpenGL QUIET COMPONENTS EGL)
add_library(qkv_egl INTERFACE)
if(TARGET OpenGL::EGL)
  target_link_libraries(qkv_egl INTERFACE OpenGL::EGL)
  target_compile_definitions(qkv_egl INTERFACE QKV_HAVE_EGL)
endif()
add_library(qkv::egl ALIAS qkv_egl)

# The OpenGL 3.3 core loader, generated while building: include <glad/gl.h>.
set(QKV_GLAD_DIR "${PROJECT_BINARY_DIR}/gl_loader")
find_program(QKV_GLAD glad REQUIRED)
mark_as_advanced(QKV_GLAD)
add_custom_command(
  OUTPUT "${QKV_GLAD_DIR}/src/gl.c" "${QKV_GLAD_DIR}/include/glad/gl.h"
  COMMAND "${QKV_GLAD}" --quiet --reproducible --api gl:core=3.3 --extensions ""
          --out-path "${QKV_GLAD_DIR}" c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(qkv_glad STATIC "${QKV_GLAD_DIR}/src/gl.c" "${QKV_GLAD_DIR}/include/glad/gl.h")
target_include_directories(qkv_glad SYSTEM PUBLIC "${QKV_GLAD_DIR}/include")
target_link_libraries(qkv_glad PUBLIC ${CMAKE_DL_LIBS})
add_library(qkv::glad ALIAS qkv_glad)

# Tests and benchmarks.
if(BUILD_TESTING)
  find_package(doctest QUIET CONFIG)
  set(QKV_DOCTEST_CMAKE "${doctest_DIR}/doctest.cmake")
endif()
if(QKV_BENCH)
  find_package(benchmark QUIET CONFIG)
endif()

# Every library QKV stands on: the system's copy first, else a download pinned to one commit.
# Our own targets link qkv::<name> only, so that where a library came from stays in this file.

include(FetchContent)
set(FETCHCONTENT_QUIET ON)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/licences")
set(QKV_LIBRARY_LICENCES)
set(BUILD_SHARED_LIBS OFF)
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # a dependency's options yield to ours
find_package(PkgConfig QUIET)
find_package(Threads REQUIRED)

# qkv_find(<package>): find_package by its CMake files, where the system's copies are wanted.
macro(qkv_find package)
  if(QKV_SYSTEM)
    find_package(${package} QUIET ${ARGN})
  endif()
endmacro()

# qkv_pkg(<variable> <module>): the target PkgConfig::<variable>, where pkg-config knows the module.
macro(qkv_pkg variable module)
  if(QKV_SYSTEM AND PkgConfig_FOUND)
    pkg_check_modules(${variable} QUIET IMPORTED_TARGET ${module})
  endif()
endmacro()

# qkv_fetch(<name> <Debian package> <repository> <commit>): the pinned download, as part
# of this build. Its sources land in <name>_SOURCE_DIR.
macro(qkv_fetch name package repository commit)
  if(NOT QKV_FETCH)
    message(FATAL_ERROR "${name} is missing: install ${package}, or configure with -DQKV_FETCH=ON")
  endif()
  message(STATUS "${name}: a pinned download (the package ${package} is not used)")
  # SYSTEM stands first: CMake 3.25 takes what follows GIT_TAG for a part of the tag.
  FetchContent_Declare(${name} SYSTEM
    GIT_REPOSITORY "https://github.com/${repository}.git"
    GIT_TAG ${commit})
  FetchContent_MakeAvailable(${name})
  # Who passes the program on passes on what is linked into it, and so its licence.
  file(GLOB licence "${${name}_SOURCE_DIR}/LICEN[CS]E*" "${${name}_SOURCE_DIR}/copying.txt")
  if(licence)
    list(GET licence 0 licence)
    file(COPY_FILE "${licence}" "${PROJECT_BINARY_DIR}/licences/${name}.txt" ONLY_IF_DIFFERENT)
    list(APPEND QKV_LIBRARY_LICENCES "${PROJECT_BINARY_DIR}/licences/${name}.txt")
  endif()
endmacro()

# qkv_library(<name> <targets...>): what our own targets link.
function(qkv_library name)
  add_library(qkv_${name} INTERFACE)
  target_link_libraries(qkv_${name} INTERFACE ${ARGN})
  add_library(qkv::${name} ALIAS qkv_${name})
endfunction()

# Vectors and projections.
qkv_find(glm CONFIG)
if(NOT TARGET glm::glm)
  qkv_fetch(glm libglm-dev g-truc/glm bf71a834948186f4097caa076cd2663c69a10e1e) # 0.9.9.8
endif()
qkv_library(glm glm::glm)

# JSON.
qkv_find(nlohmann_json CONFIG)
if(NOT TARGET nlohmann_json::nlohmann_json)
  qkv_fetch(nlohmann_json nlohmann-json3-dev nlohmann/json
    bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d) # 3.11.2
endif()
qkv_library(json nlohmann_json::nlohmann_json)

# TOML.
qkv_find(tomlplusplus CONFIG)
if(NOT TARGET tomlplusplus::tomlplusplus)
  qkv_fetch(tomlplusplus libtomlplusplus-dev marzer/tomlplusplus
    c635f218c0aefc801d9748841930365e54fe3089) # 3.3.0
endif()
qkv_library(toml tomlplusplus::tomlplusplus)

# ZIP, for .npz. Include <unzip.h> and <zip.h>.
qkv_find(ZLIB)
qkv_pkg(MINIZIP minizip)
if(TARGET PkgConfig::MINIZIP AND TARGET ZLIB::ZLIB)
  qkv_library(minizip PkgConfig::MINIZIP ZLIB::ZLIB)
else()
  set(SKIP_INSTALL_ALL ON)
  qkv_fetch(zlib libminizip-dev madler/zlib 04f42ceca40f73e2978b50e93806c2a18c1281fc) # 1.2.13
  set(minizip_dir "${zlib_SOURCE_DIR}/contrib/minizip")
  add_library(qkv_minizip_code STATIC "${minizip_dir}/ioapi.c" "${minizip_dir}/unzip.c" "${minizip_dir}/zip.c")
  target_include_directories(qkv_minizip_code SYSTEM PUBLIC
    "${minizip_dir}" "${zlib_SOURCE_DIR}/contrib" "${zlib_SOURCE_DIR}" "${zlib_BINARY_DIR}")
  target_compile_definitions(qkv_minizip_code PRIVATE $<$<NOT:$<BOOL:${WIN32}>>:USE_FILE32API=1>)
  target_link_libraries(qkv_minizip_code PUBLIC zlibstatic)
  qkv_library(minizip qkv_minizip_code)
endif()

# Vector instructions, chosen at run time.
qkv_pkg(HIGHWAY libhwy)
if(TARGET PkgConfig::HIGHWAY)
  qkv_library(highway PkgConfig::HIGHWAY)
else()
  set(HWY_ENABLE_TESTS OFF CACHE BOOL "" FORCE)
  set(HWY_ENABLE_EXAMPLES OFF CACHE BOOL "" FORCE)
  set(HWY_ENABLE_CONTRIB OFF CACHE BOOL "" FORCE)
  set(HWY_ENABLE_INSTALL OFF CACHE BOOL "" FORCE)
  qkv_fetch(highway libhwy-dev google/highway 58746ca5b9f9444a2a3549704602ecc6239f8f41) # 1.0.3
  qkv_library(highway hwy)
endif()

# Font outlines, and PNG in and out. Include <stb_truetype.h>, <stb_image.h> or
# <stb_image_write.h>; the implementations are linked.
qkv_pkg(STB stb)
if(TARGET PkgConfig::STB)
  qkv_library(stb PkgConfig::STB)
else()
  qkv_fetch(stb libstb-dev nothings/stb 8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55) # 2022-09-08
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/stb.c" CONTENT [[
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
]])
  add_library(qkv_stb_code STATIC "${PROJECT_BINARY_DIR}/stb.c")
  target_include_directories(qkv_stb_code SYSTEM PUBLIC "${stb_SOURCE_DIR}")
  if(UNIX)
    target_link_libraries(qkv_stb_code PUBLIC m)
  endif()
  qkv_library(stb qkv_stb_code)
endif()

# Animated WebP (QKV_HAVE_WEBP). Static where it can be: only who writes one should pay for it.
# Without it the program says so when it is asked for.
option(QKV_WEBP "Write walks as animated WebP, by libwebp" ON)
qkv_library(webp)
if(QKV_WEBP AND QKV_SYSTEM)
  find_path(QKV_WEBP_INCLUDE webp/mux.h)
  find_library(QKV_WEBPMUX_LIBRARY NAMES libwebpmux.a webpmux libwebpmux)
  find_library(QKV_WEBP_LIBRARY NAMES libwebp.a webp libwebp)
  find_library(QKV_SHARPYUV_LIBRARY NAMES libsharpyuv.a sharpyuv libsharpyuv) # a part of webp before 1.3
  mark_as_advanced(QKV_WEBP_INCLUDE QKV_WEBPMUX_LIBRARY QKV_WEBP_LIBRARY QKV_SHARPYUV_LIBRARY)
endif()
if(QKV_WEBP AND QKV_WEBP_INCLUDE AND QKV_WEBPMUX_LIBRARY AND QKV_WEBP_LIBRARY)
  target_include_directories(qkv_webp SYSTEM INTERFACE "${QKV_WEBP_INCLUDE}")
  target_link_libraries(qkv_webp INTERFACE "${QKV_WEBPMUX_LIBRARY}" "${QKV_WEBP_LIBRARY}")
  if(QKV_SHARPYUV_LIBRARY)
    target_link_libraries(qkv_webp INTERFACE "${QKV_SHARPYUV_LIBRARY}")
  endif()
  target_link_libraries(qkv_webp INTERFACE Threads::Threads)
  target_compile_definitions(qkv_webp INTERFACE QKV_HAVE_WEBP)
elseif(QKV_WEBP AND QKV_FETCH)
  foreach(part ANIM_UTILS CWEBP DWEBP GIF2WEBP IMG2WEBP VWEBP WEBPINFO WEBPMUX EXTRAS)
    set(WEBP_BUILD_${part} OFF CACHE BOOL "" FORCE)
  endforeach()
  message(STATUS "libwebp: a pinned download (the package libwebp-dev is not used)")
  FetchContent_Declare(libwebp # 1.4.0
    GIT_REPOSITORY https://github.com/webmproject/libwebp.git
    GIT_TAG 845d5476a866141ba35ac133f856fa62f0b7445f
    SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(libwebp)
  # It would install itself beside the program.
  add_subdirectory("${libwebp_SOURCE_DIR}" "${libwebp_BINARY_DIR}" EXCLUDE_FROM_ALL SYSTEM)
  target_include_directories(qkv_webp SYSTEM INTERFACE "${libwebp_SOURCE_DIR}/src")
  target_link_libraries(qkv_webp INTERFACE libwebpmux webp)
  target_compile_definitions(qkv_webp INTERFACE QKV_HAVE_WEBP)
else()
  message(STATUS "libwebp: not there; walks are written as GIF only")
endif()

# Command line.
qkv_find(CLI11 CONFIG)
if(NOT TARGET CLI11::CLI11)
  qkv_fetch(CLI11 libcli11-dev CLIUtils/CLI11 70f8072f9dd2292fd0b9f9e5f58e279f60483ed3) # 2.1.2
endif()
qkv_library(cli CLI11::CLI11)

# Window.
qkv_find(glfw3 CONFIG)
if(NOT TARGET glfw)
  set(GLFW_BUILD_DOCS OFF CACHE BOOL "" FORCE)
  set(GLFW_BUILD_TESTS OFF CACHE BOOL "" FORCE)
  set(GLFW_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
  set(GLFW_INSTALL OFF CACHE BOOL "" FORCE)
  qkv_fetch(glfw libglfw3-dev glfw/glfw 7482de6071d21db77a7236155da44c172a7f6c9e) # 3.3.8
endif()
qkv_library(glfw glfw)
target_compile_definitions(qkv_glfw INTERFACE GLFW_INCLUDE_NONE)

# Dear ImGui with its GLFW and OpenGL 3 backends and the FreeType font builder.
qkv_pkg(FREETYPE freetype2)
if(TARGET PkgConfig::FREETYPE)
  qkv_library(freetype PkgConfig::FREETYPE)
else()
  foreach(part ZLIB BZIP2 PNG HARFBUZZ BROTLI)
    set(FT_DISABLE_${part} ON CACHE BOOL "" FORCE)
  endforeach()
  set(SKIP_INSTALL_ALL ON)
  qkv_fetch(freetype libfreetype-dev freetype/freetype
    e8ebfe988b5f57bfb9a3ecb13c70d9791bce9ecf) # 2.12.1
  qkv_library(freetype freetype)
endif()
qkv_pkg(IMGUI imgui)
if(TARGET PkgConfig::IMGUI)
  qkv_library(imgui PkgConfig::IMGUI qkv_stb qkv_freetype qkv_glfw ${CMAKE_DL_LIBS})
else()
  qkv_fetch(imgui libimgui-dev ocornut/imgui 512c54bbc062c41c74f8a8bd8ff1fd6bebd1e6d0) # 1.86
  file(GLOB imgui_sources "${imgui_SOURCE_DIR}/*.cpp")
  add_library(qkv_imgui_code STATIC ${imgui_sources}
    "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp"
    "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp"
    "${imgui_SOURCE_DIR}/misc/freetype/imgui_freetype.cpp"
    "${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp")
  target_include_directories(qkv_imgui_code SYSTEM PUBLIC
    "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/misc/freetype" "${imgui_SOURCE_DIR}/misc/cpp")
  target_link_libraries(qkv_imgui_code PUBLIC qkv_glfw qkv_freetype ${CMAKE_DL_LIBS})
  qkv_library(imgui qkv_imgui_code)
endif()

# EGL draws without a window or a display. Only its headers are needed here (QKV_HAVE_EGL); the
# library is looked for when a picture is drawn.
find_path(QKV_EGL_HEADERS EGL/eglext.h)
mark_as_advanced(QKV_EGL_HEADERS)
qkv_library(egl)
if(QKV_EGL_HEADERS AND UNIX AND NOT APPLE)
  target_link_libraries(qkv_egl INTERFACE ${CMAKE_DL_LIBS})
  target_compile_definitions(qkv_egl INTERFACE QKV_HAVE_EGL)
endif()

# The OpenGL 3.3 core loader, generated while building. Include <glad/gl.h>.
if(QKV_SYSTEM)
  find_program(QKV_GLAD glad)
  mark_as_advanced(QKV_GLAD)
endif()
if(QKV_GLAD)
  set(glad_command "${QKV_GLAD}")
else()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import jinja2" RESULT_VARIABLE no_jinja ERROR_QUIET)
  if(no_jinja)
    message(FATAL_ERROR "The OpenGL loader's generator is missing: install python3-glad (or python3-jinja2)")
  endif()
  FetchContent_Declare(glad # 2.0.2; only its generator is used
    GIT_REPOSITORY https://github.com/Dav1dde/glad.git
    GIT_TAG f237a2bfcec0d9b82b90ec9af4af265c40de7183
    SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(glad)
  set(glad_command "${CMAKE_COMMAND}" -E env "PYTHONPATH=${glad_SOURCE_DIR}" "${Python3_EXECUTABLE}" -m glad)
endif()
set(glad_dir "${PROJECT_BINARY_DIR}/gl_loader")
add_custom_command(
  OUTPUT "${glad_dir}/src/gl.c" "${glad_dir}/include/glad/gl.h"
  COMMAND ${glad_command} --quiet --reproducible --api gl:core=3.3 --extensions ""
          --out-path "${glad_dir}" c
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(qkv_glad_code STATIC "${glad_dir}/src/gl.c" "${glad_dir}/include/glad/gl.h")
target_include_directories(qkv_glad_code SYSTEM PUBLIC "${glad_dir}/include")
target_link_libraries(qkv_glad_code PUBLIC ${CMAKE_DL_LIBS})
qkv_library(glad qkv_glad_code)

# Tests.
if(BUILD_TESTING)
  qkv_find(doctest CONFIG)
  if(NOT TARGET doctest::doctest)
    set(DOCTEST_NO_INSTALL ON CACHE BOOL "" FORCE)
    set(DOCTEST_WITH_TESTS OFF CACHE BOOL "" FORCE)
    qkv_fetch(doctest doctest-dev doctest/doctest b7c21ec5ceeadb4951b00396fc1e4642dd347e5f) # 2.4.9
    target_include_directories(doctest SYSTEM INTERFACE "${doctest_SOURCE_DIR}")
  endif()
endif()

# Benchmarks.
if(QKV_BENCH)
  qkv_find(benchmark CONFIG)
  if(NOT TARGET benchmark::benchmark)
    set(BENCHMARK_ENABLE_TESTING OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE BOOL "" FORCE)
    qkv_fetch(benchmark libbenchmark-dev google/benchmark d572f4777349d43653b21d6c2fc63020ab326db2) # 1.7.1
  endif()
endif()

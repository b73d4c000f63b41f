# The fonts that are embedded: installed packages first, else a download pinned by its hash.
# Sets QKV_FONTS (names), QKV_FONT_<name> (file) and QKV_FONT_LICENCES (files).

set(QKV_FONTS
  Inter-Regular Inter-SemiBold Inter-Bold
  JetBrainsMono-Regular JetBrainsMono-Bold
  DejaVuSans DejaVuSans-Bold DejaVuSerif DejaVuSerif-Bold)
set(QKV_FONT_LICENCES)

# qkv_font_file(<font> <folders...>): looks for the font's file.
function(qkv_font_file font)
  find_file(QKV_FONT_${font} NAMES ${font}.otf ${font}.ttf PATHS ${ARGN} NO_DEFAULT_PATH)
  mark_as_advanced(QKV_FONT_${font})
endfunction()

# qkv_font_family(<package> <prefix> <folders...>): whether all the family's files are installed.
# The licence is the package's own copyright file.
macro(qkv_font_family package prefix)
  set(family_found ${QKV_SYSTEM_FONTS})
  foreach(font IN LISTS QKV_FONTS)
    if(font MATCHES "^${prefix}" AND QKV_SYSTEM_FONTS)
      qkv_font_file(${font} ${ARGN})
      if(NOT QKV_FONT_${font})
        set(family_found OFF)
      endif()
    endif()
  endforeach()
  set(licence "/usr/share/doc/${package}/copyright")
  if(family_found AND EXISTS "${licence}")
    file(COPY_FILE "${licence}" "${PROJECT_BINARY_DIR}/licences/${package}.txt" ONLY_IF_DIFFERENT)
    list(APPEND QKV_FONT_LICENCES "${PROJECT_BINARY_DIR}/licences/${package}.txt")
  endif()
  if(NOT family_found)
    if(NOT QKV_FETCH)
      message(FATAL_ERROR "Fonts are missing: install ${package}, or configure with -DQKV_FETCH=ON")
    endif()
    message(STATUS "${package}: a pinned download")
  endif()
endmacro()

# qkv_fetched_font_family(<prefix> <folder> <licence>): the family from an unpacked download.
macro(qkv_fetched_font_family prefix folder licence)
  file(GLOB_RECURSE candidates "${folder}/*.otf" "${folder}/*.ttf")
  foreach(font IN LISTS QKV_FONTS)
    if(font MATCHES "^${prefix}")
      set(found "${candidates}")
      list(FILTER found INCLUDE REGEX "/${font}\\.[ot]tf$")
      list(SORT found) # extras/otf before extras/ttf: outlines without hints
      list(GET found 0 file)
      set(QKV_FONT_${font} "${file}" CACHE FILEPATH "" FORCE)
    endif()
  endforeach()
  file(COPY_FILE "${licence}" "${PROJECT_BINARY_DIR}/licences/fonts-${prefix}.txt" ONLY_IF_DIFFERENT)
  list(APPEND QKV_FONT_LICENCES "${PROJECT_BINARY_DIR}/licences/fonts-${prefix}.txt")
endmacro()

file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/licences")

qkv_font_family(fonts-inter Inter /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/inter)
if(NOT family_found)
  FetchContent_Declare(inter
    URL https://github.com/rsms/inter/releases/download/v4.0/Inter-4.0.zip
    URL_HASH SHA256=ff970a5d4561a04f102a7cb781adbd6ac4e9b6c460914c7a101f15acb7f7d1a4
    DOWNLOAD_EXTRACT_TIMESTAMP ON)
  FetchContent_MakeAvailable(inter)
  qkv_fetched_font_family(Inter "${inter_SOURCE_DIR}" "${inter_SOURCE_DIR}/LICENSE.txt")
endif()

qkv_font_family(fonts-jetbrains-mono JetBrainsMono /usr/share/fonts/truetype/jetbrains-mono)
if(NOT family_found)
  set(jetbrains_dir "${PROJECT_BINARY_DIR}/_deps/jetbrains-mono")
  set(jetbrains_url # 2.242
    https://raw.githubusercontent.com/JetBrains/JetBrainsMono/d0a7fbf795e81f19f57b99b838501e9322d94032)
  foreach(path_and_hash IN ITEMS
      fonts/ttf/JetBrainsMono-Regular.ttf=50e1dcb40298fcfcc21a1ef3cbee9fe9e82709c48ad30ce617472c06a3bd9436
      fonts/ttf/JetBrainsMono-Bold.ttf=3cc3cc375448f2570930c5adb6d07f9defa9ceb7d47cb710b859d06a22d4eee6
      OFL.txt=b2fe5e8987594e9ffd1d2ca52a2f5d73eb8335243893c5d6254b5ad69269591d)
    string(REPLACE "=" ";" path_and_hash "${path_and_hash}")
    list(GET path_and_hash 0 path)
    list(GET path_and_hash 1 hash)
    file(DOWNLOAD "${jetbrains_url}/${path}" "${jetbrains_dir}/${path}" EXPECTED_HASH SHA256=${hash})
  endforeach()
  qkv_fetched_font_family(JetBrainsMono "${jetbrains_dir}" "${jetbrains_dir}/OFL.txt")
endif()

qkv_font_family(fonts-dejavu-core DejaVu /usr/share/fonts/truetype/dejavu)
if(NOT family_found)
  FetchContent_Declare(dejavu
    URL https://github.com/dejavu-fonts/dejavu-fonts/releases/download/version_2_37/dejavu-fonts-ttf-2.37.tar.bz2
    URL_HASH SHA256=fa9ca4d13871dd122f61258a80d01751d603b4d3ee14095d65453b4e846e17d7
    DOWNLOAD_EXTRACT_TIMESTAMP ON)
  FetchContent_MakeAvailable(dejavu)
  qkv_fetched_font_family(DejaVu "${dejavu_SOURCE_DIR}" "${dejavu_SOURCE_DIR}/LICENSE")
endif()

# The fonts that are embedded: installed packages first, a pinned download otherwise.
# Sets QKV_FONTS (names) and QKV_FONT_<name> (file).

set(QKV_FONTS
  Inter-Regular Inter-SemiBold Inter-Bold
  JetBrainsMono-Regular JetBrainsMono-Bold
  DejaVuSans DejaVuSans-Bold DejaVuSerif DejaVuSerif-Bold)

foreach(font IN LISTS QKV_FONTS)
  find_file(QKV_FONT_${font}
    NAMES ${font}.otf ${font}.ttf
    PATHS /usr/share/fonts /usr/local/share/fonts
    PATH_SUFFIXES opentype/inter truetype/inter truetype/jetbrains-mono truetype/dejavu
    NO_DEFAULT_PATH)
  mark_as_advanced(QKV_FONT_${font})
  if(NOT QKV_FONT_${font})
    message(FATAL_ERROR "Font ${font} is missing: install fonts-inter, fonts-jetbrains-mono and fonts-dejavu-core")
  endif()
endforeach()

# Puts shaders, lessons, texts, help and fonts inside the program.
#
# A generated assembler file holds the bytes (.incbin: no size limit, no compile time); a
# generated C++ file lists the names. MSVC has no .incbin, so there C arrays are written instead.
# Files are found by a glob: a new lesson is one new file.

include(Fonts)

function(qkv_embed_assets target)
  file(GLOB_RECURSE shaders CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/shaders/*")
  file(GLOB lessons CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/lessons/*.qkv")
  file(GLOB scenes CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/scenes/*.qkv")
  file(GLOB texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/text/*.toml")

  file(GLOB helps CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/help/*.md"
       "${PROJECT_SOURCE_DIR}/assets/help/*/*.md")

  set(names)
  set(files)
  foreach(file IN LISTS shaders)
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${file}")
    list(APPEND names "${name}")
    list(APPEND files "${file}")
  endforeach()
  foreach(file IN LISTS lessons scenes texts helps)
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/assets" "${file}")
    list(APPEND names "${name}")
    list(APPEND files "${file}")
  endforeach()
  foreach(font IN LISTS QKV_FONTS)
    list(APPEND names "fonts/${font}")
    list(APPEND files "${QKV_FONT_${font}}")
  endforeach()

  set(dir "${PROJECT_BINARY_DIR}/embedded")
  set(table "#include \"core/assets/embedded.h\"\n\n")
  set(rows "")
  set(assembler "#if defined(__APPLE__)\n.const_data\n#define SYMBOL(name) _##name\n#elif defined(_WIN32)\n.section .rdata,\"dr\"\n#define SYMBOL(name) name\n#else\n.section .rodata\n#define SYMBOL(name) name\n#endif\n")
  set(arrays)
  set(index 0)
  foreach(name file IN ZIP_LISTS names files)
    set(symbol "qkv_asset_${index}")
    if(QKV_EMBED_AS_ARRAYS)
      set(array "${dir}/${symbol}.cpp")
      add_custom_command(OUTPUT "${array}"
        COMMAND "${CMAKE_COMMAND}" -DINPUT=${file} -DOUTPUT=${array} -DSYMBOL=${symbol}
                -P "${PROJECT_SOURCE_DIR}/cmake/FileToArray.cmake"
        DEPENDS "${file}" "${PROJECT_SOURCE_DIR}/cmake/FileToArray.cmake"
        COMMENT "Embedding ${name}"
        VERBATIM)
      list(APPEND arrays "${array}")
    else()
      string(REPLACE "\\" "\\\\" path "${file}")
      string(REPLACE "\"" "\\\"" path "${path}")
      # The zero after the end lets asset_text(..).data() be handed to C.
      string(APPEND assembler
        ".balign 16\n.globl SYMBOL(${symbol})\nSYMBOL(${symbol}):\n.incbin \"${path}\"\n"
        ".globl SYMBOL(${symbol}_end)\nSYMBOL(${symbol}_end):\n.byte 0\n")
    endif()
    string(APPEND table "extern \"C\" const std::byte ${symbol}[];\n")
    if(QKV_EMBED_AS_ARRAYS)
      string(APPEND table "extern \"C\" const std::size_t ${symbol}_size;\n")
      string(APPEND rows "      {\"${name}\", ${symbol}, ${symbol} + ${symbol}_size},\n")
    else()
      string(APPEND table "extern \"C\" const std::byte ${symbol}_end[];\n")
      string(APPEND rows "      {\"${name}\", ${symbol}, ${symbol}_end},\n")
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND table
    "\nnamespace qkv {\n\nstd::span<const EmbeddedAsset> embedded_assets() {\n"
    "  static const EmbeddedAsset assets[] = {\n${rows}  };\n  return assets;\n}\n\n}  // namespace qkv\n")
  file(CONFIGURE OUTPUT "${dir}/table.cpp" CONTENT "${table}" @ONLY)
  target_sources(${target} PRIVATE "${dir}/table.cpp" ${arrays})

  if(NOT QKV_EMBED_AS_ARRAYS)
    string(APPEND assembler "#if defined(__ELF__)\n.section .note.GNU-stack,\"\",%progbits\n#endif\n")
    file(CONFIGURE OUTPUT "${dir}/bytes.S" CONTENT "${assembler}" @ONLY)
    # Compiled as C: the driver hands .S to the assembler. -x makes sure of it.
    set_source_files_properties("${dir}/bytes.S" PROPERTIES
      LANGUAGE C
      COMPILE_OPTIONS "-x;assembler-with-cpp"
      OBJECT_DEPENDS "${files}")
    target_sources(${target} PRIVATE "${dir}/bytes.S")
  endif()
endfunction()

if(MSVC)
  set(embed_as_arrays_default ON)
else()
  set(embed_as_arrays_default OFF)
endif()
option(QKV_EMBED_AS_ARRAYS "Embed assets as C arrays instead of through the assembler" ${embed_as_arrays_default})

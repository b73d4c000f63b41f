# cmake -DINPUT=file -DOUTPUT=file.cpp -DSYMBOL=name -P FileToArray.cmake

file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "((0x..,){20})" "\\1\n" bytes "${bytes}")
# One zero more than the size, as the assembler file has it.
file(WRITE "${OUTPUT}"
  "// Generated from ${INPUT}.\n"
  "#include <cstddef>\n"
  "extern \"C\" const std::size_t ${SYMBOL}_size = ${size};\n"
  "extern \"C\" const unsigned char ${SYMBOL}[] = {\n${bytes}0};\n")

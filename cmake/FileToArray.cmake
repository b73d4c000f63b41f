# cmake -DINPUT=file -DOUTPUT=file.cpp -DSYMBOL=name -P FileToArray.cmake

file(READ "${INPUT}" hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n"
  bytes "${bytes}")
file(WRITE "${OUTPUT}"
  "// Generated from ${INPUT}.\n"
  "extern \"C\" {\n"
  "extern const unsigned char ${SYMBOL}[];\n"
  "extern const unsigned char* const ${SYMBOL}_end;\n"
  "alignas(16) const unsigned char ${SYMBOL}[] = {\n${bytes}0};\n"
  "}\n")

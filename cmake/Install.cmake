# cmake --install: the program.

install(TARGETS qkv RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

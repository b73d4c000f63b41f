# cmake --install: the program, its place in the desktop, and the licences of what it carries.

install(TARGETS qkv RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES ${QKV_FONT_LICENCES} DESTINATION "${CMAKE_INSTALL_DOCDIR}/fonts")
if(QKV_LIBRARY_LICENCES)
  install(FILES ${QKV_LIBRARY_LICENCES} DESTINATION "${CMAKE_INSTALL_DOCDIR}/libraries")
endif()

if(UNIX AND NOT APPLE)
  install(FILES assets/qkv.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES assets/qkv-mime.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME qkv.xml)
  install(FILES assets/icon/qkv.svg
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()

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

  # Desktops without an SVG reader of their own want the icon in pixels.
  find_program(QKV_RSVG rsvg-convert)
  mark_as_advanced(QKV_RSVG)
  if(QKV_RSVG)
    set(svg "${PROJECT_SOURCE_DIR}/assets/icon/qkv.svg")
    set(icons)
    foreach(size IN ITEMS 16 24 32 48 64 128 256 512)
      set(png "${PROJECT_BINARY_DIR}/icons/${size}/qkv.png")
      file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/icons/${size}")
      add_custom_command(OUTPUT "${png}"
        COMMAND "${QKV_RSVG}" -w ${size} -h ${size} -o "${png}" "${svg}"
        DEPENDS "${svg}" COMMENT "Drawing the icon, ${size} pixels" VERBATIM)
      list(APPEND icons "${png}")
      install(FILES "${png}"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps")
    endforeach()
    add_custom_target(qkv_icons ALL DEPENDS ${icons})
  else()
    message(STATUS "rsvg-convert not found: the icon is installed as SVG only")
  endif()
endif()

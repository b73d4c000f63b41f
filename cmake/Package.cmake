# cpack -G DEB: a Debian package. cpack -G TGZ: a folder to unpack anywhere, which needs only X11
# and GL when it was built by the preset `portable`.

set(CPACK_PACKAGE_VENDOR "The QKV authors")
set(CPACK_PACKAGE_CONTACT "The QKV authors <qkv@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see the attention of a transformer, step by step")
set(CPACK_PACKAGE_DESCRIPTION
"A word asks, every word answers: QKV shows score, scale, mask, softmax and
mix of the attention mechanism with real numbers, as a scene in three
dimensions beside the table that it is made of. It is made for lectures
(keyboard and clicker), for self-study (a course with questions) and for
looking into the tensors of a real model.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_RESOURCE_FILE_README "${PROJECT_SOURCE_DIR}/README.md")
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_FILE_NAME "qkv-${PROJECT_VERSION}-${system}")
if(QKV_PORTABLE)
  install(FILES README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Not linked but opened at run time: the driver of GL, and EGL for pictures without a display.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, xclip | wl-clipboard")

# What Debian asks of every package.
if(UNIX AND NOT APPLE)
  set(QKV_RELEASE_DATE 2026-11-30)
  set(QKV_CHANGELOG_DATE "Mon, 30 Nov 2026 00:00:00 +0000")
  file(STRINGS LICENSE licence_lines)
  set(QKV_LICENCE_INDENTED "")
  foreach(line IN LISTS licence_lines)
    if(line STREQUAL "")
      set(line ".")
    endif()
    if(NOT line MATCHES "^MIT License|^Copyright")
      string(APPEND QKV_LICENCE_INDENTED " ${line}\n")
    endif()
  endforeach()
  set(package_dir "${PROJECT_BINARY_DIR}/package")
  configure_file(assets/package/copyright.in "${package_dir}/copyright" @ONLY)
  configure_file(assets/package/changelog "${package_dir}/changelog" @ONLY)
  configure_file(assets/package/qkv.1 "${package_dir}/qkv.1" @ONLY)
  configure_file(assets/package/qkv.metainfo.xml "${package_dir}/qkv.metainfo.xml" @ONLY)
  install(FILES "${package_dir}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(FILES "${package_dir}/qkv.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  find_program(QKV_GZIP gzip)
  mark_as_advanced(QKV_GZIP)
  if(QKV_GZIP)
    set(names changelog qkv.1)
    set(folders "${CMAKE_INSTALL_DOCDIR}" "${CMAKE_INSTALL_MANDIR}/man1")
    foreach(name folder IN ZIP_LISTS names folders)
      execute_process(COMMAND "${QKV_GZIP}" -9nkf "${package_dir}/${name}" COMMAND_ERROR_IS_FATAL ANY)
      install(FILES "${package_dir}/${name}.gz" DESTINATION "${folder}")
    endforeach()
  endif()
endif()

include(CPack)

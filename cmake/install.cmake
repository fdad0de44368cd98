# What `cmake --install` installs: the program, its manual page and shell completions, which the
# program itself writes each time it is linked, licence, changelog and README. With FRESHET_PACKAGE also
# the parts of the Debian package: scripts/package sets it.
include(GNUInstallDirs)

set(written ${CMAKE_CURRENT_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${written})
add_custom_command(TARGET freshet POST_BUILD
  COMMAND freshet man > ${written}/freshet.1
  COMMAND gzip -9knf ${written}/freshet.1
  COMMAND freshet completion bash > ${written}/freshet.bash
  COMMAND freshet completion zsh > ${written}/_freshet
  COMMAND freshet completion fish > ${written}/freshet.fish
  BYPRODUCTS ${written}/freshet.1 ${written}/freshet.1.gz ${written}/freshet.bash ${written}/_freshet ${written}/freshet.fish
  COMMENT "Writing the manual page and shell completions" VERBATIM)

install(TARGETS freshet RUNTIME)
install(FILES ${written}/freshet.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${written}/freshet.bash RENAME freshet
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${written}/_freshet DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${written}/freshet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES packaging/copyright README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

option(FRESHET_PACKAGE "Install what belongs to the Debian package, too" OFF)
if(FRESHET_PACKAGE)
  include(cmake/package.cmake)
endif()

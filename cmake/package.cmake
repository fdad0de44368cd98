# The Debian package, made by cpack. Reasons: docs/design/build.md.
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
configure_file(${packaging}/changelog.in ${written}/changelog @ONLY)
execute_process(COMMAND gzip -9nf ${written}/changelog)
install(FILES ${written}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${packaging}/freshet.toml DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(FILES ${packaging}/freshet.toml DESTINATION /etc/freshet)
install(FILES ${packaging}/freshet.service DESTINATION /lib/systemd/system)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME freshet)
set(CPACK_PACKAGE_CONTACT "freshet maintainers <maintainers@freshet.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, ca-certificates, tzdata")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "poppler-utils")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    ${packaging}/conffiles ${packaging}/postinst ${packaging}/prerm ${packaging}/postrm)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "crawler, archive and monitor that keeps part of the web fresh")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"freshet crawls sites into WARC files, learns how often each page changes, and
re-checks pages where a check is worth most. It captures sites as of one
instant, removes templates and near-duplicates, and tells people what changed.

This package also has a service (freshet.service), which is off until it has
been configured in /etc/freshet/freshet.toml.")
include(CPack)

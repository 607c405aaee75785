# AtalantaInstall.cmake - what `cmake --install` puts where, for users of pkg-config and of find_package.
#
# Everything written here finds its neighbours relative to itself, so that an installed tree can be moved.
include(CMakePackageConfigHelpers)

set(atalanta_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Atalanta)
set(atalanta_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS atalanta atalanta_static EXPORT AtalantaTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/atalanta.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(ATALANTA_CLI)
    if(TARGET atalanta_program)
        install(TARGETS atalanta_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    endif()
    file(GLOB atalanta_man_page CONFIGURE_DEPENDS docs/atalanta.1)
    install(FILES ${atalanta_man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    # What `atalanta reproduce` shows of a GPU where there is none.
    file(GLOB atalanta_papers CONFIGURE_DEPENDS bench/results/h200-papers.jsonl)
    install(FILES ${atalanta_papers} DESTINATION ${CMAKE_INSTALL_DATADIR}/atalanta)
endif()

# find_package(Atalanta): Atalanta::atalanta and Atalanta::atalanta_static. Before 1.0 a minor version may break.
install(EXPORT AtalantaTargets NAMESPACE Atalanta:: DESTINATION ${atalanta_cmake_dir})
configure_package_config_file(cmake/AtalantaConfig.cmake.in AtalantaConfig.cmake
    INSTALL_DESTINATION ${atalanta_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(AtalantaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/AtalantaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/AtalantaConfigVersion.cmake
    DESTINATION ${atalanta_cmake_dir})

# pkg-config: the prefix is found from where the file lies, unless the packager chose folders outside any prefix.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(atalanta_pc_prefix ${CMAKE_INSTALL_PREFIX})
    set(atalanta_pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
    set(atalanta_pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH atalanta_pc_prefix /prefix/${atalanta_pkgconfig_dir} /prefix)
    string(REGEX REPLACE "/$" "" atalanta_pc_prefix "\${pcfiledir}/${atalanta_pc_prefix}")
    set(atalanta_pc_libdir \${prefix}/${CMAKE_INSTALL_LIBDIR})
    set(atalanta_pc_includedir \${prefix}/${CMAKE_INSTALL_INCLUDEDIR})
endif()
list(JOIN ATALANTA_SYSTEM_LIBRARIES " " atalanta_pc_libs_private)
configure_file(cmake/atalanta.pc.in atalanta.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/atalanta.pc DESTINATION ${atalanta_pkgconfig_dir})

# AtalantaVersion.cmake - read the version from the public header, which is the one place where it is written.
#
# Sets ATALANTA_VERSION. Included before project(), which wants the number.
set(atalanta_header ${CMAKE_CURRENT_LIST_DIR}/../include/atalanta.h)
set(ATALANTA_VERSION "")
foreach(part MAJOR MINOR PATCH)
    file(STRINGS ${atalanta_header} line REGEX "^#define ATA_VERSION_${part} +[0-9]+ *$")
    if(NOT line)
        message(FATAL_ERROR "include/atalanta.h does not define ATA_VERSION_${part} as a plain number; define it so")
    endif()
    string(REGEX REPLACE "^.* ([0-9]+) *$" "\\1" number "${line}")
    list(APPEND ATALANTA_VERSION ${number})
endforeach()
list(JOIN ATALANTA_VERSION "." ATALANTA_VERSION)

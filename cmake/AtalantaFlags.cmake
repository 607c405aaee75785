# AtalantaFlags.cmake - language, warnings and sanitizers, in one place for every target.

# libm; threads; dlopen, with which peers and drivers are found at run time. As flags, so that what is installed
# needs no package of CMake's to be found first.
set(ATALANTA_SYSTEM_LIBRARIES -lm -lpthread -ldl)

# The line kernels are where the time goes. Contraction gives fused multiply-adds. The codelets come in an order made
# for few live registers, which the compilers' first scheduler would undo. Nothing that changes NaN, infinity or the order of
# sums is switched on. Under a sanitizer they are compiled for findings, not for speed.
set(ATALANTA_LINE_FLAGS $<$<NOT:$<CONFIG:Debug>>:$<IF:$<BOOL:${ATALANTA_SANITIZE}>,-O1,-O2>>
    -ffp-contract=fast -fno-math-errno -fno-trapping-math)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # psabi: no vector is an argument of a function that another unit calls
    list(APPEND ATALANTA_LINE_FLAGS -fno-schedule-insns -fno-ivopts -Wno-psabi)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
        # more freedom for the second scheduler: butterflies of 16 points take 5% less time
        list(APPEND ATALANTA_LINE_FLAGS -frename-registers)
    endif()
elseif(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    list(APPEND ATALANTA_LINE_FLAGS -mllvm -enable-misched=0)
endif()

# The loops of engine/cpu/loops are for the compiler's own vectors, and for fused multiply-adds.
set(ATALANTA_LOOPS_FLAGS $<$<NOT:$<CONFIG:Debug>>:$<IF:$<BOOL:${ATALANTA_SANITIZE}>,-O1,-O3>>
    -ffp-contract=fast -fno-math-errno -fno-trapping-math)

set(ATALANTA_WARNING_FLAGS
    -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef
    -Wwrite-strings -Wvla -Wimplicit-fallthrough)
if(ATALANTA_WERROR)
    list(APPEND ATALANTA_WARNING_FLAGS -Werror)
endif()

if(ATALANTA_SANITIZE STREQUAL "address")
    set(ATALANTA_SANITIZE_FLAGS -fsanitize=address,undefined)
elseif(ATALANTA_SANITIZE STREQUAL "thread")
    set(ATALANTA_SANITIZE_FLAGS -fsanitize=thread)
elseif(ATALANTA_SANITIZE STREQUAL "")
    set(ATALANTA_SANITIZE_FLAGS "")
else()
    message(FATAL_ERROR "ATALANTA_SANITIZE is \"${ATALANTA_SANITIZE}\"; it must be address, thread or empty")
endif()
if(ATALANTA_SANITIZE)
    # The first finding ends the program: a test that goes on after one would still report that it passed.
    list(APPEND ATALANTA_SANITIZE_FLAGS -fno-sanitize-recover=all)
    add_compile_options(${ATALANTA_SANITIZE_FLAGS} -fno-omit-frame-pointer -g)
    add_link_options(${ATALANTA_SANITIZE_FLAGS})
    # The line kernels would take minutes each: lines without variables in the debugging information, checks of memory
    # as calls, and no checks of what those find anyhow: every pointer's sum, NULL, the size of what it points to.
    list(APPEND ATALANTA_LINE_FLAGS -g1)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND ATALANTA_SANITIZE STREQUAL "address")
        list(APPEND ATALANTA_LINE_FLAGS
            -fno-sanitize=pointer-overflow,null,object-size --param=asan-instrumentation-with-call-threshold=0)
    endif()
endif()

function(atalanta_target_flags target)
    set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE $<$<BOOL:${ATALANTA_BASELINE}>:ATALANTA_BASELINE>)
    target_compile_options(${target} PRIVATE ${ATALANTA_WARNING_FLAGS})
endfunction()

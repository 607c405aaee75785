# AtalantaVkfft.cmake - the plugin with which `atalanta bench` measures VkFFT, where VkFFT and CUDA are found.
#
# VkFFT is a header and CUDA a large installation: neither is asked for, and a machine without them builds everything
# else. VKFFT_DIR and CUDA_DIR (variables of CMake or of the environment) name folders that are looked in first.

option(ATALANTA_VKFFT "Build the plugin for VkFFT where vkFFT.h and CUDA are found" ON)
if(NOT ATALANTA_VKFFT OR NOT ATALANTA_CLI OR CMAKE_CROSSCOMPILING OR ATALANTA_SANITIZE)
    return()
endif()

set(vkfft_hints ${VKFFT_DIR} $ENV{VKFFT_DIR})
set(cuda_hints ${CUDA_DIR} $ENV{CUDA_DIR} /usr/local/cuda)
find_path(ATALANTA_VKFFT_INCLUDE vkFFT.h HINTS ${vkfft_hints} PATH_SUFFIXES vkFFT include)
find_path(ATALANTA_CUDA_INCLUDE cuda_runtime.h HINTS ${cuda_hints} PATH_SUFFIXES include)
find_path(ATALANTA_NVRTC_INCLUDE nvrtc.h HINTS ${ATALANTA_CUDA_INCLUDE} ${cuda_hints} PATH_SUFFIXES include)
set(cuda_folders lib64 lib lib64/stubs lib/stubs)
find_library(ATALANTA_CUDA_LIBRARY cuda HINTS ${cuda_hints} PATH_SUFFIXES lib64/stubs lib/stubs)
find_library(ATALANTA_CUDART_LIBRARY cudart HINTS ${cuda_hints} PATH_SUFFIXES ${cuda_folders})
find_library(ATALANTA_NVRTC_LIBRARY nvrtc HINTS ${cuda_hints} PATH_SUFFIXES ${cuda_folders})
mark_as_advanced(ATALANTA_VKFFT_INCLUDE ATALANTA_CUDA_INCLUDE ATALANTA_NVRTC_INCLUDE ATALANTA_CUDA_LIBRARY
    ATALANTA_CUDART_LIBRARY ATALANTA_NVRTC_LIBRARY)
foreach(part VKFFT_INCLUDE CUDA_INCLUDE NVRTC_INCLUDE CUDA_LIBRARY CUDART_LIBRARY NVRTC_LIBRARY)
    if(NOT ATALANTA_${part})
        message(STATUS "The plugin for VkFFT is left out: ATALANTA_${part} was not found")
        return()
    endif()
endforeach()

get_filename_component(cuda_root ${ATALANTA_CUDA_INCLUDE} DIRECTORY)
add_library(atalanta_vkfft MODULE bench/vkfft_peer.c)
set_target_properties(atalanta_vkfft PROPERTIES C_STANDARD 11 C_VISIBILITY_PRESET hidden)
# VkFFT includes CUDA's header of half numbers in its kernels by this folder's name.
target_compile_definitions(atalanta_vkfft PRIVATE VKFFT_BACKEND=1 CUDA_TOOLKIT_ROOT_DIR="${cuda_root}")
target_include_directories(atalanta_vkfft PRIVATE include)
target_include_directories(atalanta_vkfft SYSTEM PRIVATE
    ${ATALANTA_VKFFT_INCLUDE} ${ATALANTA_CUDA_INCLUDE} ${ATALANTA_NVRTC_INCLUDE})
target_compile_options(atalanta_vkfft PRIVATE -O1 -w) # its text is not ours to mend, and long
# The driver by its folder and name: a full path would leave the folder of the stub in the plugin, to be found at run time.
get_filename_component(cuda_stub ${ATALANTA_CUDA_LIBRARY} DIRECTORY)
target_link_libraries(atalanta_vkfft PRIVATE
    -L${cuda_stub} -lcuda ${ATALANTA_CUDART_LIBRARY} ${ATALANTA_NVRTC_LIBRARY} -lm)

/* papers.h - where the named rules were published: authors and title. */
#ifndef ATA_PLANNER_NAMED_PAPERS_H
#define ATA_PLANNER_NAMED_PAPERS_H

#define ATA_PAPER_LOCALITY "Gutierrez, Romero, Trenas, Zapata: memory locality exploitation strategies for FFT on CUDA"
#define ATA_PAPER_RADIX8 "Volkov, Kazian: fitting FFT onto the G80 architecture"
#define ATA_PAPER_EFFECTIVENESS \
    "Puchala, Stokfiszewski, Yatsymirskyy, Szczepaniak: effectiveness of FFT implementations on GPU and CPU"
#define ATA_PAPER_WIRELESS "Hinitt, Kocak: GPU-based FFT computation for multi-gigabit WirelessHD baseband processing"
#define ATA_PAPER_THREE_DIMENSIONS "Wu, JaJa: optimized strategies for mapping three-dimensional FFTs onto CUDA GPUs"

#endif

/* clock.h - a clock that only goes forward. */
#ifndef ATA_CORE_CLOCK_H
#define ATA_CORE_CLOCK_H

/* Seconds since some fixed moment. */
double ata_clock_get(void);

#endif

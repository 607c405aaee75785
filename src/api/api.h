/* api.h - what the files of this room share: public functions check their arguments and forward, nothing else. */
#ifndef ATA_API_H
#define ATA_API_H

#include "core/text.h"

/* The ending of every function that gives text: tell the length and report arguments that make no sense. */
static inline ata_text ata_api_text(char *text, size_t size)
{
    if (text && size > 0) text[0] = '\0';
    return (ata_text){text, text ? size : 0, 0};
}

#endif

/* Asking the system for large pages: touching memory for the first time is most of the time of a very large cascade,
   and a table hit at random spends much of its time on address translation. */

#ifndef SUREFOOT_LARGE_PAGES_H
#define SUREFOOT_LARGE_PAGES_H

#include <stddef.h>
#if defined(__linux__)
#include <stdint.h>
#include <sys/mman.h>
#endif

static inline void sf_large_pages(void *start, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t first = ((uintptr_t)start + 4095) & ~(uintptr_t)4095;
    if (bytes >= (size_t)1 << 22)
        (void)madvise((void *)first, bytes - 4096, MADV_HUGEPAGE);
#else
    (void)start, (void)bytes;
#endif
}

#endif

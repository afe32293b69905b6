# Answers kept by what was asked: a table of fixed size in which a newer answer takes the place of an older one.

from libc.stdint cimport int32_t, uint64_t

ctypedef struct memo_entry_t:
    uint64_t hash
    size_t key_size            # 0: empty
    size_t value_size
    size_t bytes               # taken at `at`
    char *at                   # the value, then the key

ctypedef struct memo_t:
    memo_entry_t *entry        # [places]
    uint64_t places            # a power of two


# 0, or -1 where memory ran out (then nothing is held).
cdef int memo_init(memo_t *m, int bits) noexcept nogil
cdef void memo_free(memo_t *m) noexcept nogil
cdef uint64_t memo_hash(const int32_t *key, size_t count) noexcept nogil
# The value kept for a key of so many numbers, until the next `memo_keep`; NULL if there is none.
cdef const void *memo_find(const memo_t *m, uint64_t hash, const int32_t *key, size_t count) noexcept nogil
# Keeps a copy, unless it is large (16 KB) or memory ran out.
cdef void memo_keep(
    memo_t *m, uint64_t hash, const int32_t *key, size_t count, const void *value, size_t size
) noexcept nogil

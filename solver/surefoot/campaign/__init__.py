"""Many games, one answer: played in chunks, kept in one file, the same whatever interrupts it."""

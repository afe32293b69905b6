"""Where no cell is safe: the strategies, and the exact chance to win where the layouts are few."""

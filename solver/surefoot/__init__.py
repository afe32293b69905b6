"""surefoot: a Minesweeper engine and solver that never steps where it cannot prove it is safe."""

__version__ = "0.1.0"

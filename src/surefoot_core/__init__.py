"""The compiled core of surefoot: the rules of the games and everything hot, on C arrays."""

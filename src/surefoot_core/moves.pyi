# Nothing in here is seen from Python: see moves.pxd.

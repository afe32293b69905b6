# Nothing in here is seen from Python: see score.pxd.

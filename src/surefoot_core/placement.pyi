# Nothing in here is seen from Python: see placement.pxd.

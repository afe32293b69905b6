# Nothing in here is seen from Python: see worth.pxd.

# Nothing in here is seen from Python: see memo.pxd.

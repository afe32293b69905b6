# Nothing in here is seen from Python: see scene.pxd.

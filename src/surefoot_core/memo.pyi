# No names: the module is used from other modules of the core.

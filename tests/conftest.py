"""Settings that hold for every test."""

from hypothesis import settings

# A busy machine is no failure: tests assert results, never times.
settings.register_profile("surefoot", deadline=None, print_blob=True)
settings.load_profile("surefoot")

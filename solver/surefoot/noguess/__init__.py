"""Boards that need no guess."""

"""Boards and positions in the formats of other programs and our own: a module a format, `registry` in front.

Every reader gives a `Layout` or a `Position` and raises `FormatError` with the line and column, or the byte
offset, of what it could not read. Sizes are checked before memory is taken. docs/formats.md has each layout.
"""

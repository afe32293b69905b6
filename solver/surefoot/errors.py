"""The exceptions of surefoot; the tree is drawn in `surefoot_core.errors`."""

from surefoot_core.errors import (
    CertificateError,
    FormatError,
    IllegalMoveError,
    InconsistentViewError,
    InvalidBoardError,
    InvalidCellError,
    LimitReached,
    SurefootError,
)

__all__ = [
    "CertificateError",
    "FormatError",
    "IllegalMoveError",
    "InconsistentViewError",
    "InvalidBoardError",
    "InvalidCellError",
    "LimitReached",
    "SurefootError",
]

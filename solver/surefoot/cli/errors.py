"""How the command line ends: 0 yes, 1 no, 2 bad input, 130 after Ctrl-C; never with a traceback."""

import os
import sys
from typing import NoReturn

import click

from surefoot.errors import SurefootError

GONE = 141
"""The exit status where the reader of standard output has gone, as a shell counts SIGPIPE."""


def one_line_errors(group: click.Group) -> None:
    """Run the group and exit; whatever goes wrong on purpose becomes one line on stderr."""
    open_streams()
    try:
        # Not group.main, which makes 1, a "no", of a reader that has gone.
        with group.make_context("surefoot", sys.argv[1:]) as context:
            status = group.invoke(context)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except SystemExit as error:
        # So does rich.
        sys.exit(GONE if isinstance(error.__context__, BrokenPipeError) else error.code)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # A second failure at interpreter exit must stay silent too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(GONE)
    except UnicodeDecodeError as error:
        fail(f"byte {error.start}: expected UTF-8 text, got {error.object[error.start]:#04x}")
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        fail(f"{place}{(error.strerror or str(error)).lower()}")
    except MemoryError:
        fail("not enough memory")
    except (SurefootError, ModuleNotFoundError) as error:
        fail(str(error))


def fail(message: str) -> NoReturn:
    """Print one line on stderr and exit."""
    print(f"surefoot: {message}", file=sys.stderr)
    sys.exit(2)


def open_streams() -> None:
    """Give the standard streams that are closed the null device: nothing to read, and nobody who reads."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, os.fdopen(number, mode))

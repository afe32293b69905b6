"""How the command line ends: 0 yes, 1 no, 2 bad input, 130 after Ctrl-C; never with a traceback."""

import os
import sys

import click

from surefoot.errors import SurefootError


def one_line_errors(group: click.Group) -> None:
    """Run the group and exit; whatever goes wrong on purpose becomes one line on stderr."""
    try:
        status = group.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        print(f"surefoot: {error.format_message()}", file=sys.stderr)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone; a second failure at interpreter exit must stay silent too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        print(f"surefoot: {place}{(error.strerror or str(error)).lower()}", file=sys.stderr)
        sys.exit(2)
    except MemoryError:
        print("surefoot: not enough memory", file=sys.stderr)
        sys.exit(2)
    except (SurefootError, UnicodeDecodeError) as error:
        print(f"surefoot: {error}", file=sys.stderr)
        sys.exit(2)

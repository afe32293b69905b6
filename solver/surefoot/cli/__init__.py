"""The command line: one module a command, each loaded only when it is called."""

from difflib import get_close_matches
from importlib import import_module

import click

from surefoot import __version__
from surefoot.cli.errors import one_line_errors
from surefoot.cli.options import Group

COMMANDS: tuple[str, ...] = (
    "play",
    "solve",
    "analyse",
    "check",
    "generate",
    "explain",
    "hint",
    "judge",
    "prove",
    "verify",
    "campaign",
    "othello",
)
"""The commands in the order of the help page; each is `command` in the module of its name."""


class LazyGroup(Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if cmd_name not in COMMANDS:
            meant = get_close_matches(cmd_name, COMMANDS, 1)
            if meant:
                raise click.UsageError(f"no such command {cmd_name!r}, did you mean {meant[0]!r}?")
            return None
        command = import_module(f"surefoot.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="surefoot")
def group() -> None:
    """Minesweeper without guessing: play, solve, analyse, check, generate, explain and prove."""


def main() -> None:
    """Run the command line; bad input is one line on stderr and exit status 2."""
    one_line_errors(group)

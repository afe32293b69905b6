"""``surefoot othello``: play a game, count the games of a length."""

import click

from surefoot.errors import SurefootError
from surefoot.othello.game import OthelloGame
from surefoot.othello.squares import square_name
from surefoot.othello.text import draw
from surefoot.othello.transcript import write_transcript
from surefoot_core.othello import OthelloBoard

_SIZES = click.Choice(["4", "6", "8", "10", "12", "14", "16"])
_size = click.option("--size", type=_SIZES, default="8", show_default=True, help="Rows, and columns.")


@click.group(invoke_without_command=False)
def command() -> None:
    """Play Othello, solve its endgames, count its games."""


@command.command()
@click.argument("depth", type=click.IntRange(min=0))
@_size
@click.option("--pass-is-free", is_flag=True, help="A pass costs no ply; without this it is one.")
@click.option("--divide", is_flag=True, help="Also count the games below each first move.")
def perft(depth: int, size: str, pass_is_free: bool, divide: bool) -> None:
    """Count the games of DEPTH plies from the start; a game that ends earlier counts as one."""
    board = OthelloBoard(int(size))
    if divide and depth:
        for square in board.legal_moves():
            child = board.copy()
            child.play(square)
            leaves = child.perft(depth - 1, pass_is_free=pass_is_free)
            click.echo(f"{square_name(square, board.size)} {leaves}")
    click.echo(board.perft(depth, pass_is_free=pass_is_free))


@command.command()
@_size
def play(size: str) -> None:
    """Play a game for two by turns.

    A move is a square like f5. Besides: moves shows the legal moves, undo takes back, quit ends.
    """
    game = OthelloGame(size=int(size))
    click.echo(draw(game.board))
    shown = 0
    while not game.over:
        shown = _tell_passes(game, shown)
        side = "Black" if game.black_to_move else "White"
        try:
            word = input(f"{side} ({'X' if game.black_to_move else 'O'})> ").strip().lower()
        except EOFError:
            word = "quit"
        if word in ("quit", "q"):
            return
        if word in ("moves", "m"):
            click.echo(draw(game.board, marks=True))
            click.echo(" ".join(game.legal_moves()))
            continue
        try:
            if word in ("undo", "u"):
                game.undo()
            else:
                game.play(word)
        except SurefootError as error:
            click.echo(str(error))
            continue
        shown = min(shown, len(game.history))
        click.echo(draw(game.board))
    _tell_passes(game, shown)
    click.echo(str(game.result))
    click.echo(write_transcript(game))


def _tell_passes(game: OthelloGame, shown: int) -> int:
    if len(game.history) > shown and game.history[-1] == "pass":
        click.echo(f"{'White' if game.black_to_move else 'Black'} has no move and passes")
    return len(game.history)

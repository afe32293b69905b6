"""``surefoot othello``: play a game, solve endgames, count the games of a length."""

import json
import sys
from typing import TextIO

import click

from surefoot.cli.options import Group, Seconds
from surefoot.errors import SurefootError
from surefoot.model import Limit
from surefoot.othello.computer import Computer
from surefoot.othello.endgame import Endgame, solve_many
from surefoot.othello.game import OthelloGame
from surefoot.othello.obf import read_obf
from surefoot.othello.squares import square_name
from surefoot.othello.text import draw
from surefoot.othello.transcript import write_transcript
from surefoot_core.othello import OthelloBoard

_SIZES = click.Choice(["4", "6", "8", "10", "12", "14", "16"])
_size = click.option("--size", type=_SIZES, default="8", show_default=True, help="Rows, and columns.")


@click.group(cls=Group, invoke_without_command=False)
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
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@_size
@click.option("--all-moves", is_flag=True, help="The exact score of every move, not of the best alone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position.")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="Positions at a time.")
@click.option("--nodes", type=click.IntRange(min=0), help="Give up a position after so many nodes.")
@click.option("--seconds", type=Seconds(min=0), help="Give up a position after so long.")
def solve(
    file: TextIO,
    size: str,
    all_moves: bool,
    as_json: bool,
    threads: int,
    nodes: int | None,
    seconds: float | None,
) -> int:
    """Solve the positions of FILE, in OBF, one a line; - is standard input.

    The score is the disc difference for the side to move, empties to the winner. The exit status is 1 if a
    position was given up.
    """
    boards = [position.board for position in read_obf(file.read(), size=int(size))]
    limit = Limit(nodes=nodes, seconds=seconds)
    complete = True
    endings = solve_many(boards, all_moves=all_moves, limit=limit, threads=threads)
    for board, ending in zip(boards, endings, strict=True):
        complete = complete and ending.score is not None
        click.echo(_as_json(board, ending) if as_json else _as_text(board, ending))
        sys.stdout.flush()
    return 0 if complete else 1


def _as_json(board: OthelloBoard, ending: Endgame) -> str:
    best = None if ending.best is None else square_name(ending.best, board.size)
    moves = {square_name(move.square, board.size): move.score for move in ending.moves}
    told: dict[str, object] = {"score": ending.score, "best": best, "moves": moves}
    if ending.score is None:
        told["complete"] = False
    return json.dumps(told)


def _as_text(board: OthelloBoard, ending: Endgame) -> str:
    work = f"{board.empties} empties, {ending.nodes} nodes, {ending.seconds:.2f} s"
    if ending.score is None:
        return f"unknown, limit reached ({work})"
    if ending.best is None:
        return f"{ending.score:+d} game over"
    moves = " ".join(f"{square_name(move.square, board.size)} {move.score:+d}" for move in ending.moves)
    return f"{moves} ({work})"


@command.command()
@_size
@click.option(
    "--computer",
    type=click.Choice(["black", "white", "none"]),
    default="white",
    show_default=True,
    help="The side that the computer plays.",
)
def play(size: str, computer: str) -> None:
    """Play a game, alone against the computer or two by turns.

    A move is a square like f5. Besides: moves shows the legal moves, undo takes back, quit ends.
    """
    game = OthelloGame(size=int(size))
    opponent = None if computer == "none" else Computer()
    click.echo(draw(game.board))
    shown = 0
    while not game.over:
        shown = _tell_passes(game, shown)
        if opponent is not None and game.black_to_move == (computer == "black"):
            move = square_name(opponent.choose(game.board), game.size)
            game.play(move)
            click.echo(f"{computer.capitalize()} plays {move}")
            click.echo(draw(game.board))
            continue
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
                _take_back(game, computer)
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


def _take_back(game: OthelloGame, computer: str) -> None:
    # The last move, and before it those of the computer, so that the same person is to move again.
    game.undo()
    while computer != "none" and game.history and game.black_to_move == (computer == "black"):
        game.undo()


def _tell_passes(game: OthelloGame, shown: int) -> int:
    if len(game.history) > shown and game.history[-1] == "pass":
        click.echo(f"{'White' if game.black_to_move else 'Black'} has no move and passes")
    return len(game.history)

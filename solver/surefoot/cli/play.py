"""``surefoot play``: a game for a person, typed or piped."""

import secrets
import sys
from fractions import Fraction
from functools import partial

import click
from rich.console import Console

from surefoot.cli.endless import check_endless, endless_options
from surefoot.cli.endless_play import EndlessFace
from surefoot.cli.lines import obey_lines
from surefoot.cli.options import first_reveal_options, new_board, size_options, start_on
from surefoot.cli.paint import painted
from surefoot.cli.solve import read_layout
from surefoot.errors import FormatError
from surefoot.game import Game
from surefoot.model import Cell, CellState, GameState, Move, Rule, Step
from surefoot.reasoning.solver import Solver
from surefoot_core.board import Board
from surefoot_core.view import View

EXAMPLES = """
\b
Examples:
  surefoot play --level intermediate
  surefoot play --rows 5 --cols 20 --mines 15 --first-click safe
  surefoot play layout.txt --start 0,0
  surefoot play --endless --density 0.18 --seed 3
  printf 'r 4 4\\nf 0 3\\nh\\n' | surefoot play --seed 3
"""

HELP = """\
r 3 4  reveal row 3, column 4 (also just 3 4)
f 3 4  flag it, or take its flag away
c 3 4  chord: reveal around a clue whose mines are flagged
h      a hint: a cell that is certainly safe
u      take the last move back
q      end
?      this list"""

MOVES = {"r": Move.REVEAL, "f": Move.FLAG, "c": Move.CHORD}
"""The first letter of the moves, which a row and a column follow."""

REASONS = {
    Rule.ONE_CLUE: "the clue at {} has all its mines",
    Rule.TWO_CLUES: "compare the clues at {}",
    Rule.CLUES: "by the clues at {}",
    Rule.TOTAL: "by the clues and the mine total",
}
"""What a hint says about the proof."""

MOST_NAMED = 6
"""A hint names at most so many clues."""


@click.command(epilog=EXAMPLES)
@click.argument("board", required=False)
@size_options
@partial(first_reveal_options, seed="another one each time", start="your first move")
@partial(endless_options, reveals=False)
@click.option("--flood-removes-flags", is_flag=True, help="A cascade takes flags away instead of stopping there.")
def command(
    board: str | None,
    level: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int | None,
    start: Cell | None,
    first_click: str | None,
    endless: bool,
    density: Fraction | None,
    flood_removes_flags: bool,
) -> int:
    """Play a game: one move a line, typed or piped; ? lists them.

    BOARD is a game id like WxH:x,y,m... or a file with an id or a layout as text, where * is a mine; without it a
    board is drawn. The first reveal of an id that names one is made. The exit status is 0 if the game is won, 1 if
    not, 2 if a piped line could not be read.

    With --endless the board has no edge and the window scrolls; a mine that is hit is counted, and the game goes on.
    """
    console = Console(highlight=False, soft_wrap=True)
    finite = {"BOARD": board, "--level": level, "--rows": rows, "--cols": cols, "--mines": mines, "--start": start}
    finite |= {"--first-click": first_click, "--flood-removes-flags": flood_removes_flags}
    check_endless(endless, density, finite)
    if density is not None:
        seed = secrets.randbits(64) if seed is None else seed
        console.print(f"seed {seed}, density {density}")
        return EndlessFace(density, seed, console).play()
    if board is None:
        seed = secrets.randbits(64) if seed is None else seed
        new = new_board(level, rows, cols, mines, seed, start, first_click)
        place = None if start is None else new.start
        game = Board(
            new.rows,
            new.cols,
            new.mines,
            seed=seed,
            first_click=new.first_click,
            flood_removes_flags=flood_removes_flags,
        )
        console.print(f"seed {seed}, first click {new.first_click.name.lower()}")
    else:
        given = {"--level": level, "--rows": rows, "--cols": cols, "--mines": mines, "--seed": seed}
        for name, value in {**given, "--first-click": first_click}.items():
            if value is not None:
                raise click.UsageError(f"expected no {name} with a BOARD, which has its own mines")
        if board == "-":
            raise click.UsageError("expected a BOARD that is a file or an id: standard input has the moves")
        layout = read_layout(board)
        place = Cell(*layout.start) if start is None and layout.start is not None else start
        if place is not None:
            place = start_on(place, layout.rows, layout.cols)
        cells = [divmod(mine, layout.cols) for mine in layout.mines]
        game = Board.from_mines(layout.rows, layout.cols, cells, flood_removes_flags=flood_removes_flags)
    if place is not None:
        game.reveal(*place)
    return Face(Game(game), console).play()


class Face:
    """Reads moves, makes them in a game and shows what they come to."""

    def __init__(self, game: Game, console: Console) -> None:
        """Play this game on this console."""
        self.game = game
        self.console = console
        self.typed = sys.stdin.isatty()

    def play(self) -> int:
        """Read lines until the end or ``q``; return the exit status."""
        if self.typed:
            self.console.print(HELP)
        self.show()
        if not obey_lines(self.obey, typed=self.typed):
            return 2
        return 0 if self.game.state is GameState.WON else 1

    def obey(self, words: list[str]) -> bool:
        """Do what a line asks for; return False to end. Raises `FormatError` for what is no move."""
        match words:
            case []:
                pass
            case ["q"]:
                return False
            case ["?"]:
                self.console.print(HELP)
            case ["h"]:
                self.console.print(hint(self.game.board))
            case ["u"]:
                self.undo()
            case [letter, row, col] if letter in MOVES:
                self.move(MOVES[letter], Cell(number(row), number(col)))
            case [row, col] if row not in MOVES:
                self.move(Move.REVEAL, Cell(number(row), number(col)))
            case _:
                raise FormatError(f"expected a move like r 3 4, or ? for all of them, got {' '.join(words)!r}")
        return True

    def move(self, move: Move, cell: Cell) -> None:
        """Make a move and show the board, or say that nothing changed."""
        before = len(self.game.history)
        if move is Move.REVEAL:
            self.game.reveal(*cell)
        elif move is Move.CHORD:
            self.game.chord(*cell)
        else:
            self.game.toggle_flag(*cell)
        if len(self.game.history) == before:
            self.console.print(f"nothing changes: {self.why_not(move, cell)}")
        else:
            self.show()

    def why_not(self, move: Move, cell: Cell) -> str:
        """Return why a move changed nothing."""
        state = self.game.board[cell].state
        if self.game.state is not GameState.PLAYING:
            return "the game is over; u takes the last move back"
        if move is Move.CHORD and state is CellState.REVEALED:
            return f"{name(cell)} has not as many flags around it as it shows, or nothing left to reveal"
        return f"{name(cell)} is {state.name.lower()}"

    def undo(self) -> None:
        """Take the last move back."""
        if self.game.undo() is None:
            self.console.print("nothing to take back")
        else:
            self.show()

    def show(self) -> None:
        """Show the board, the counters, and how the game ended."""
        board = self.game.board
        text = board.to_text()
        if board.state is GameState.WON:
            text = text.replace("*", "F")  # the mines of a won game are known
        self.console.print(painted(text, marked=board.exploded, headings=True))
        left = 0 if board.state is GameState.WON else board.mines_left
        self.console.print(f"mines {left:03d}, safe cells {board.safe_left}")
        if board.state is GameState.WON:
            moves = len(self.game.history)
            self.console.print(f"won in {moves} move{'s' * (moves != 1)}", style="bold green")
        elif board.exploded is not None:
            self.console.print(f"lost: a mine at {name(board.exploded)}", style="bold red")
            if board.wrong_flags:
                self.console.print(f"wrong flags: {', '.join(map(name, board.wrong_flags))}")


def number(word: str) -> int:
    """Return the row or column in a word."""
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        raise FormatError(f"expected a row and a column from 0, got {word!r}")
    return int(word)


def name(cell: tuple[int, int]) -> str:
    """Return how a line names a cell."""
    return f"{cell[0]} {cell[1]}"


def hint(board: Board) -> str:
    """Return one certainly safe cell in words, found from the view alone."""
    if board.state is not GameState.PLAYING:
        return "the game is over"
    if not board.placed:
        return "any cell: the first reveal is safe"
    step = safe_step(board.view())
    if step is None:
        return "no cell is certainly safe: a guess is needed"
    flagged = ", though it is flagged" if board[step.cell].state is CellState.FLAGGED else ""
    clues = [name(witness) for witness in step.witnesses]
    named = ", ".join(clues[:MOST_NAMED]) + (" ..." if len(clues) > MOST_NAMED else "")
    return f"{name(step.cell)} is safe{flagged}: {REASONS[step.rule].format(named)}"


def safe_step(view: View) -> Step | None:
    """Return the easiest certain reveal of a view, or None."""
    solver = Solver(view)
    while steps := solver.steps():
        for step in steps:
            if step.move is Move.REVEAL:
                return step
    return None

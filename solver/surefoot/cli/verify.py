"""``surefoot verify``: replay transcripts."""

from typing import BinaryIO

import click

from surefoot.errors import CertificateError
from surefoot.proof.transcript import PlainWitness, Witness, verify_transcripts

EXAMPLES = """
\b
Examples:
  surefoot verify game.jsonl
  surefoot prove 9x9:4,4,m00b7d48a3e0231c419200 | surefoot verify - --plain
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.File("rb"), metavar="FILE|-")
@click.option("--plain", is_flag=True, help="Use the checker in plain Python, not its compiled twin.")
@click.option("--quiet", is_flag=True, help="Say nothing about games that are sound and won.")
def command(file: BinaryIO, plain: bool, quiet: bool) -> int:
    """Replay transcripts: every certificate, from the clues that the steps before it have revealed.

    The exit status is 0 if every game is sound and won, 1 if not; then the line that fails is named, or that a game
    is sound but stuck.
    """
    games = stuck = steps = 0
    try:
        for game in verify_transcripts(file, witness=PlainWitness if plain else Witness):
            games += 1
            steps += game.steps
            if not game.won:
                stuck += 1
                click.echo(f"line {game.line}: sound but stuck after {game.steps} steps: {game.board}")
    except CertificateError as error:
        click.echo(f"surefoot: {error}", err=True)
        return 1
    if not quiet:
        click.echo(f"{games} {'game' if games == 1 else 'games'} sound, {games - stuck} won, {steps} steps proved")
    return 1 if stuck else 0

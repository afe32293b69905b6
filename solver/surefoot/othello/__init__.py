"""Othello: games, their files and the exact endgame, on the rules of `surefoot_core.othello`."""

from surefoot.othello.game import OthelloGame, OthelloResult
from surefoot_core.othello import PASS, OthelloBoard

__all__ = ["PASS", "OthelloBoard", "OthelloGame", "OthelloResult"]

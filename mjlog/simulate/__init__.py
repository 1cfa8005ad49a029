"""Simulated games: complete and legal, with plausible play, the same for the same seed on every machine."""

from mjlog.simulate.depth import DEPTHS
from mjlog.simulate.game import Game, game_name

__all__ = ["DEPTHS", "Game", "game_name"]

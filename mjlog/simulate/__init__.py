"""Simulated games: complete and legal, with plausible play, the same for the same seed on every machine."""

from mjlog.simulate.game import Game, game_name
from mjlog.simulate.recorder import DEPTHS

__all__ = ["DEPTHS", "Game", "game_name"]

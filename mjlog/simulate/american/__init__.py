"""Simulated hands of the American game: players choose lines of a score card and build them."""

"""Simulated games of riichi: players who declare it, turn indicators, let tiles go, and end hands before their time."""

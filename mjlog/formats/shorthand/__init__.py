"""The short hand: games as they are typed at the table, or written down on paper.

Source: docs/lookup/shorthand.md.
"""

SUFFIX = ".mjlog.txt"
"""How the names of texts in short hand end."""
MAX_TEXT = 20_000_000
"""Bytes of a text that is read; a season has a tenth."""
MOST_AT_FAULT = 500
"""Acts of one text that break rules, and corrections: a text with more is no record of games, and is read no further.
Each of them takes a hundred times as long as an act that keeps the rules."""

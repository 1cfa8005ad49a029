"""The short hand: games as they are typed at the table, or written down on paper.

Source: docs/shorthand.md.
"""

SUFFIX = ".mjlog.txt"
"""How the names of texts in short hand end."""
MAX_TEXT = 20_000_000
"""Bytes of a text that is read; a season has a tenth."""

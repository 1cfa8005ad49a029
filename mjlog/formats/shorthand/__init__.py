"""The short hand: games as they are typed at the table, or written down on paper.

Source: docs/shorthand.md.
"""

SUFFIX = ".mjlog.txt"
"""How the names of texts in short hand end."""

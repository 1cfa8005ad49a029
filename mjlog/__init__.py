"""mjlog: the record of a mahjong table as an append-only log, replayed through the rules.

The layers, from the bottom up, are listed in ``docs/understand/architecture.md``; imports go down only.
"""

__version__ = "0.1.0"

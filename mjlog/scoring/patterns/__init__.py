"""The scoring patterns, a file a family. Importing this package registers all of them."""

from mjlog.scoring.patterns import bonus, concealment, knitted, limits, sets, suits, winning

__all__ = ["bonus", "concealment", "knitted", "limits", "sets", "suits", "winning"]

"""The scoring patterns, a file a family. Importing this package registers all of them."""

from mjlog.scoring.patterns import bonus, chows, fans, limits, riichi, sets, suits, winning

__all__ = [
    "bonus", "chows", "fans", "limits", "riichi", "sets", "suits", "winning",
]  # fmt: skip

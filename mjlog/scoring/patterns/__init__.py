"""The scoring patterns, a file a family. Importing this package registers all of them."""

from mjlog.scoring.patterns import bonus, fans, limits, riichi, sets, suits, winning

__all__ = [
    "bonus", "fans", "limits", "riichi", "sets", "suits", "winning",
]  # fmt: skip

"""What must come up in enough hands: the rules by which winners and losers earn something, and the limit hands."""

from __future__ import annotations


def _named(names: str) -> tuple[str, ...]:
    return tuple(names.split())


def _of(ruleset: str, names: str) -> tuple[str, ...]:
    return tuple(f"{ruleset}/{name}" for name in _named(names))


_CLUBS = (
    "mahjong pung kong pair bonus honor-set bouquet last-wall last-discard rob original-call self-drawn no-chow "
    "concealed majors honors heads-and-tails fourfold-plenty four-blessings imperial-jade scholars heaven earth "
    "twofold plum-blossom moon carrying-pole gates snake wonders"
)
EARNED: dict[str, tuple[str, ...]] = {
    "classical": _of("classical", "points-1 points-2 double-1 double-2 double-3 limit-1"),
    "western": _of(
        "western",
        "points-1 points-2 points-3 points-4 points-5 double-1 double-2 double-3 double-4 "
        "limit-1 limit-2 limit-3 limit-4 limit-7",
    ),
    "bmja": _of(
        "bmja",
        f"{_CLUBS.replace('carrying-pole ', '')} own-flower own-season purity buried-treasure triple-knitting knitting "
        "pair-honors fishing-limit fishing-half fishing-purity loose mixed-suit",
    ),
    "bmja-kajongg": _of(
        "bmja-kajongg",
        f"{_CLUBS} own-flower own-season purity buried-treasure triple-knitting knitting pair-honors "
        "fishing-limit fishing-half fishing-purity",
    ),
    "dmjl": _of(
        "dmjl",
        f"{_CLUBS} own-both three-concealed three-dragons four-winds loose eyes only-tile no-points mixed-suit "
        "one-suit hidden-treasure row",
    ),
}
"""The rules that must be earned in enough hands. Conditions (limit-5, limit-6, kong-3) are seen in what they change."""


_CLUB_LIMITS = (
    "heads-and-tails fourfold-plenty four-blessings imperial-jade three-great-scholars heaven earth twofold-fortune "
    "plum-blossom plucking-the-moon carrying-pole thirteen-wonders"
)
LIMITS: dict[str, tuple[str, ...]] = {
    "classical": _named(
        "heavens-blessing earths-blessing plum-blossom moon-from-the-bottom-of-the-sea carrying-pole kong-upon-kong "
        "four-kongs buried-treasure three-great-scholars four-blessings all-honours heads-and-tails imperial-jade "
        "nine-gates wriggling-snake concealed-clear-suit thirteen-unique-wonders easts-thirteenth-win"
    ),
    "western": _named(
        "heavens-blessing earths-blessing thirteen-wonders three-great-scholars four-blessings gates-of-heaven "
        "seven-pairs twofold-fortune plum-blossom plucking-the-moon knitting triple-knitting buried-treasure "
        "fourfold-plenty heads-and-tails wriggling-snake imperial-jade"
    ),
    "bmja": _named(
        f"{_CLUB_LIMITS.replace('carrying-pole ', '')} only-honors buried-treasure gates-of-heaven wriggling-snake "
        "knitting triple-knitting pair-honors fishing-limit fishing-half"
    ),
    "bmja-kajongg": _named(
        f"{_CLUB_LIMITS} only-honors buried-treasure gates-of-heaven wriggling-snake knitting triple-knitting "
        "pair-honors fishing-limit fishing-half"
    ),
    "dmjl": _named(f"{_CLUB_LIMITS} concealed-one-suit hidden-treasure easts-ninth-win nine-gates squirming-snake"),
}
"""The limit hands by their names."""

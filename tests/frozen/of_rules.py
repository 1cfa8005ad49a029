"""What is made without a log: rules, codes, cards, hands that nobody recorded, simulated games, the club's tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from frozen import doors
from frozen.of_logs import Output, sections
from frozen.room import ran
from plain.comparing import PLAIN
from plain.random_hands import requests

_RECORDED = Path(__file__).resolve().parents[1] / "scoring"
_HANDS, _HANDS_TOLD = 400, 25
_CARD = "riverside-2026"
_DATABASE = "club.db"
_ZONE = ("--zone", "UTC")


def outputs() -> Iterator[Output]:
    """All of them."""
    yield "rules/all", partial(_commands, ("rules",), ("rules", "--json"))
    yield "explain/codes", _codes
    for ruleset in doors.rule_sets():
        yield f"rules/{ruleset}", partial(_rules, ruleset)
        yield f"explain/{ruleset}", partial(_explained, ruleset)
        yield f"simulate/{ruleset}", partial(_simulated, ruleset)
    for ruleset in sorted(PLAIN):
        yield f"score/hands-{ruleset}", partial(_scored, ruleset)
        yield f"score/pages-{ruleset}", partial(_pages, ruleset)
    yield "score/recorded", _recorded
    yield "settle/recorded", _settled
    yield "card/shipped", _card
    yield from ((f"club/{name}", partial(_of_club, words)) for name, words in _club().items())


def _commands(*runs: tuple[str, ...]) -> bytes:
    return sections((" ".join(words), ran(*words)) for words in runs)


# -- rules ------------------------------------------------------------------------------------------------------------


def _rules(ruleset: str) -> bytes:
    """A rule set as text, as a document and as data; what differs from its first version."""
    forms = [("rules", ruleset), ("rules", ruleset, "--toml"), ("rules", ruleset, "--json")]
    return _commands(*forms, ("rules", f"{ruleset}@1", "--json"), ("rules", "--diff", f"{ruleset}@1", ruleset))


def _codes() -> bytes:
    codes = [json.loads(line)["code"] for line in ran("explain", "--json").splitlines()]
    each = [words for code in codes for words in (("explain", code), ("explain", code, "--json"))]
    return _commands(("explain",), *each)


def _explained(ruleset: str) -> bytes:
    rules = [rule["id"] for rule in json.loads(ran("rules", ruleset, "--json"))["rules"]]
    return _commands(*(("explain", rule) for rule in rules))


def _simulated(ruleset: str) -> bytes:
    few = ("simulate", "--ruleset", ruleset, "--seed", "7", "--hands", "2")
    more = [(*few, "--mistakes")] if ruleset == "american" else []
    return _commands((*few, "--games", "2", "--chained"), (*few, "--depth", "table"), *more)


# -- hands that nobody recorded ---------------------------------------------------------------------------------------


def _scored(ruleset: str) -> bytes:
    """Hands at random, under many options: scored, explained."""
    hands = [hand | {"options": dict(options)} for hand, options in requests(ruleset, "frozen", _HANDS)]
    return _batch("score", ruleset, hands, "--explain", "--json")


def _pages(ruleset: str) -> bytes:
    """The same for people: the page of a hand."""
    asked = ("seat", "round", "concealed", "tile", "source", "bonus")
    hands = []
    for hand, options in requests(ruleset, "pages", 4 * _HANDS_TOLD):
        sets = [{name: laid[name] for name in ("kind", "tiles", "concealed") if name in laid} for laid in hand["sets"]]
        hands += [] if options else [json.dumps({name: hand.get(name) for name in asked} | {"sets": sets})]
    return _commands(*(("score", "--ruleset", ruleset, hand) for hand in hands[:_HANDS_TOLD]))


def _recorded() -> bytes:
    """Hands of an independent server's records."""
    lines = [json.loads(line) for line in (_RECORDED / "record_hands.jsonl").read_text("utf-8").splitlines()]
    asked = ("seat", "round", "concealed", "sets", "bonus", "won", "tile", "source", "flags", "east_wins", "options")
    hands = [{name: line[name] for name in asked if name in line} for line in lines]
    return _batch("score", "classical", hands, "--explain", "--json")


def _settled() -> bytes:
    """Settlements of these records, and the same totals settled by the other rule sets that settle with everyone."""
    lines = [json.loads(line) for line in (_RECORDED / "record_settlements.jsonl").read_text("utf-8").splitlines()]
    asked = ("totals", "winner", "discarder", "pays_for_all")
    given = [{name: line[name] for name in asked if line.get(name) is not None} for line in lines]
    runs = [("classical", [one | {"options": line["options"]} for one, line in zip(given, lines, strict=True)])]
    runs += [(ruleset, given) for ruleset in sorted(PLAIN) if ruleset != "classical"]
    return sections((ruleset, _batch("settle", ruleset, some)) for ruleset, some in runs)


def _batch(command: str, ruleset: str, requests: Iterable[Mapping[str, Any]], *words: str) -> bytes:
    """The answers to many requests, a line each."""
    lines = "".join(json.dumps(one) + "\n" for one in requests)
    return ran(command, "--ruleset", ruleset, "--batch", "-", *words, stdin=lines)


def _card() -> bytes:
    match = ("card", "match", _CARD, "--concealed", "FFf 111b 555d NNw", "--set", "kong:33c Jk Jk")
    dead = ("card", "dead", _CARD, "--set", "kong:777d Jk")
    table = ("card", "dead", _CARD, "--set", "kong:888d Jk", "--basis", "table", "--visible", "66c Jk")
    asked = [words for one in (match, dead, table) for words in (one, (*one, "--json"))]
    return _commands(("card", "show", _CARD), ("card", "lint", _CARD), ("card", "expand", _CARD), *asked)


# -- the club ---------------------------------------------------------------------------------------------------------


def _club() -> dict[str, tuple[str, ...]]:
    """Commands that look at many games."""
    made: dict[str, tuple[str, ...]] = {"games": ("games", "--json"), "games-told": ("games",)}
    made |= {"verify": ("verify", "--json")}
    for form, words in (("json", ("--json",)), ("csv", ("--csv",)), ("text", ())):
        made |= {f"stats-{form}": ("stats", *_ZONE, *words), f"standings-{form}": ("standings", *_ZONE, *words)}
        made |= {f"find-{form}": ("find", *_ZONE, *words), f"find-hands-{form}": ("find", "--hands", *_ZONE, *words)}
    made |= {"checkpoint": ("checkpoint", "--json"), "audit": ("audit", "--hands", "--stories"), "welcome": ()}
    return made | {"find-limits": ("find", "--hands", "--limit-hand"), "points": ("standings", "--points", "4/2/1/0")}


def _of_club(words: tuple[str, ...]) -> bytes:
    if not Path(_DATABASE).exists():
        _fill_database()
    return ran("--db", _DATABASE, *words)


def _fill_database() -> None:
    """The database of a club: some of the sample games, in a fixed order."""
    names = ("american", "bmja", "dead-wall", "limit-hands", "mahjiang", "pung-chi", "western", "western-three-players")
    games = [f"sample_logs/games/{name}.mjlog.jsonl.xz" for name in names]
    disputes = sorted(path.as_posix() for path in Path("sample_logs/disputes").glob("*-ruled.mjlog.jsonl"))
    ran("import", "mjlog", *games, *disputes, "--db", _DATABASE)

"""Rule sets that clubs write: read from a file, looked at in every line, and played by."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mjlog.errors import MjlogError, RecordError, RuleSetError
from mjlog.rulesets import (
    OptionInfo,
    RuleSet,
    digest_of,
    load,
    load_named,
    names_shipped,
    parse,
    read,
    resolve,
    shipped,
    version_of,
)
from mjlog.rulesets.document import LIKE, whole
from mjlog.rulesets.locate import Lines
from mjlog.rulesets.resolve import written_option
from mjlog.text import MAX_DOCUMENT, DocumentError, read_toml, shown

if TYPE_CHECKING:
    from mjlog.rulesets.keys import Known
    from mjlog_schemas import Fault

_MOST_TRIALS = 300
Obstacle = Callable[["RuleSet", dict[str, Any]], str | None]
"""Why a game by a rule set under some options cannot be played; None where it can."""
_MISUSES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a mechanism can stumble over in a document whose every line is right by itself."""


def played_by(ruleset_id: str, database: Path) -> str | None:
    """The document of a club's rule set, out of the last game that was played by it; None where there is none."""
    if not database.is_file():
        return None
    from mjlog.events import RuleSetText, decode_event
    from mjlog.store import open_readonly

    with contextlib.suppress(MjlogError), open_readonly(database) as store:
        games = [info.game for info in store.games() if info.ruleset == ruleset_id]
        events = map(decode_event, store.bodies(games[-1]) if games else ())
        return next((event.document for event in events if isinstance(event, RuleSetText)), None)
    return None


def is_path(text: str) -> bool:
    """Whether the name of a rule set means a file. A shipped rule set goes before a file of its name."""
    if text.endswith(".toml") or "/" in text or os.sep in text:
        return True
    return not names_shipped(text) and os.path.isfile(text)


def house_rules(path: str) -> RuleSet:
    """The rule set of a club's document.

    Raises:
        RuleSetError: it has a mistake; the message says in which line.
        RecordError: the file cannot be opened, or is no text.
    """
    text = document_text(path)
    faults = document_faults(text)
    if faults:
        more = f" ({len(faults) - 1} more: `mjlog rules --check` lists all)" if len(faults) > 1 else ""
        raise RuleSetError(f"{path}:{faults[0].line or 1}: {faults[0].message}{more}")
    return read(text)


def document_text(path: str) -> str:
    """The text of a document; `-` is standard input.

    Raises:
        RecordError: it cannot be opened, is longer than any rule set, or is no UTF-8 text.
    """
    most = 4 * MAX_DOCUMENT
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise RecordError(f"cannot be opened: {error.strerror or error}", path) from None
    if len(data) > most:
        raise RecordError(f"the document is too long; expected at most {MAX_DOCUMENT} characters", path, 1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("the document is no UTF-8 text", path, line) from None


def document_faults(text: str) -> list[Fault]:
    """Every mistake in the document of a club's rule set, in the order of its lines; empty where it can be played by.

    The document of a shipped rule set, in any version, is a rule set too, but no other may go by its id. Of a document
    of differences it is the whole one that is looked at.
    """
    from mjlog_schemas import Fault

    try:
        document, _fields = whole(text, load_named)
    except DocumentError:
        return _whole_faults(text)
    except RuleSetError as error:
        return [Fault("bad-field", LIKE, str(error), line=Lines(text).of(LIKE))]
    if document == text:
        return _whole_faults(text)
    # Rules and rows have other numbers in the whole document; lines are those of the differences.
    lines = Lines(text)
    return [replace(fault, line=lines.of((fault.field or "").partition("[")[0])) for fault in _whole_faults(document)]


def _whole_faults(text: str) -> list[Fault]:
    from mjlog.rules import CHECKS
    from mjlog.scoring import registry as patterns
    from mjlog.scoring.totals import COMBINATIONS
    from mjlog_schemas import explain_ruleset, located
    from mjlog_schemas.rulesets import MOST_FAULTS

    rows = (row for name in shipped() for row in load(name).tables.get("scoring", {}).get("item", ()))
    # What a document can name and this program has
    known: Known = {
        "check": CHECKS,
        "pattern": [*(name for family in patterns.FAMILIES for name in family), patterns.ONE_TILE_SHORT],
        "way to combine": COMBINATIONS,
        "item": [row["id"] for row in rows],
    }
    faults = explain_ruleset(text, known)
    if any(fault.field is None for fault in faults):
        return faults  # no TOML at all
    faults = located([*faults, *_identity_faults(text)], text)[:MOST_FAULTS]
    return faults or located(_faults_of_trials(parse(text), _obstacle), text)


def _identity_faults(text: str) -> Iterator[Fault]:
    """A club's rule set goes by an id of its own, and says which version it is."""
    from mjlog_schemas import Fault

    head = read_toml(text)
    name = head.get("id")
    if isinstance(name, str) and name in shipped():
        if version_of(name, digest_of(head)) is not None:
            return
        expected = f"an id of its own, like {name}-club"
        words = f"id is '{name}', which is that of a shipped rule set with another text; expected {expected}"
        yield Fault("bad-field", "id", words, expected, f"'{name}'")
    if "version" not in head:
        expected = 'a text like "1" or "2024", another one after every change'
        yield Fault("bad-field", "version", f"version is missing; expected {expected}", expected)


def _faults_of_trials(ruleset: RuleSet, obstacle: Obstacle) -> Iterator[Fault]:
    """What keeps a game by these rules from being played: with all defaults, then with each option at other values."""
    from mjlog_schemas import Fault

    known_faults: set[str] = set()
    others = ({one.name: value} for one in ruleset.options.values() for value in _other_values(one))
    for trial, option in enumerate(itertools.islice(itertools.chain([{}], others), _MOST_TRIALS)):
        words = obstacle(ruleset, option)
        if words is None or words in known_faults:
            continue
        known_faults.add(words)
        name, value = next(iter(option.items()), (None, None))
        # A message begins with its table, as in `wall: no mechanism …`.
        table = words.partition(":")[0].partition(".")[0].split(" ")[0] or None
        place = table if name is None else f"options.{shown(name)}"
        when = "" if name is None else f"with {shown(name)} = {shown(written_option(value))}: "
        yield Fault("bad-field", place, f"{when}{words}")
        if trial == 0:
            return  # with the defaults it cannot be played at all: the rest would only repeat it


def played_faults(text: str) -> list[Fault]:
    """What a simulated game by a sound document comes to grief over, under the defaults and each option.

    Raises:
        RuleSetError: the document is not sound.
    """
    from mjlog.simulate.game import obstacle_in_play
    from mjlog_schemas import located

    return located(_faults_of_trials(read(text), partial(obstacle_in_play, hands=1)), text)


def _other_values(option: OptionInfo) -> list[Any]:
    of_kinds: dict[str, Sequence[Any]] = {
        "choice": option.values, "bool": (False, True), "list": ([], *([value] for value in option.values)),
        "suits": ({}, dict.fromkeys("bcd", 1)),
        "fines": ({}, {"late-call": 5}),
    }  # fmt: skip
    return [value for value in of_kinds.get(option.kind, (0, 1)) if value != option.default]


def _obstacle(ruleset: RuleSet, option: dict[str, Any]) -> str | None:
    """Why a game under this option cannot be begun, scored or settled; None where it can."""
    from mjlog.audit.valuing import scorer_for, terms_for

    try:
        rules = resolve(ruleset, option)
        scorer_for(rules)
        terms_for(rules)
    except RuleSetError as error:
        return str(error)
    except _MISUSES as error:
        return f"the tables do not fit together ({type(error).__name__}: {shown(error)})"
    return None

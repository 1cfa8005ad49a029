"""A legal and an illegal log for every rule, in the short notation of `short_logs`.

A module per rule set, each with `CASES`: by rule id (`"mahjiang/seats-1"`). A second case for a rule has a word behind
the id: `"mahjiang/break-3#one-short"`. The tests and the sample logs of the rules are made from these.

Most cases stand in a table (`cases_in`), with the texts that several of them share; those that functions make are in
the module of its name:

    TABLE = game american card=riverside-2026; hand depth=table;

    american/error-2: claim-misnamed, discard-misnamed
      + {TABLE} E discard 5b named=5c; E name 5b; S claim pung; S expose pung 555b
      i discard-misnamed
      - {TABLE} E discard 5b named=5c; !S claim pung; S expose pung 555b

The rule, and behind it the code that the illegal log is found out by (`code (warning)` where it is no error), and those
that come along. `+` keeps the rule, `-` breaks it, `i` are the codes that the legal log tells besides. In braces stands
an expression of Python, with the names of table and module. A longer text goes on in the next line, further in. Where a
function of the module makes both logs, the case is what it gives:

    classical/points-1 = score(PAIR_OF_DRAGONS, '68 34 1', '60 30 1')

A table of several rule sets is read once for each: `{r}/wall: too-many-copies`.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_HEAD = re.compile(r"(?P<key>\S+):(?: (?P<code>[\w-]+)(?: \((?P<severity>\w+)\))?(?:, (?P<also>.+))?)?")
_TEXT = re.compile(r"(\w+) = (.+)")
_MADE = re.compile(r"(?P<key>\S+) = (?P<by>.+)")
_EXPRESSION = re.compile(r"\{(['a-zA-Z(][^{}]*)\}")


@dataclass(frozen=True)
class Case:
    """One rule at work: a log that keeps it, and one that breaks it just once.

    The finding has the `code`, the `severity`, and stands at the event that a `!` before its line marks, or else at the
    last one. `also` are codes of findings that the same fault may bring along. Where no log can show the breach there
    is no `illegal` text. `infos` are the codes of what the legal log tells besides: a mistake that was made at the
    table and recorded with its consequence is no fault of the record.
    """

    legal: str
    illegal: str = ""
    code: str = ""
    severity: str = "error"
    also: tuple[str, ...] = ()
    infos: tuple[str, ...] = ()


def cases_in(table: str, *modules: Mapping[str, Any]) -> dict[str, Case]:
    """The cases of a table, by their keys; its expressions may use the names of these modules."""
    names = {name: value for module in modules for name, value in module.items()}
    cases: dict[str, Case] = {}
    for head, *lines in blocks_in(Path(__file__).with_name(f"{table}.txt").read_text("utf-8")):
        if text := _TEXT.fullmatch(head):
            names[text[1]] = filled(text[2], names)
            continue
        made = _MADE.fullmatch(head)
        key, case = (filled(made["key"], names), eval(made["by"], names)) if made else _written(head, lines, names)
        assert key not in cases, f"{table}.txt: a second case {key}"
        cases[key] = case
    return cases


def _written(head: str, lines: list[str], names: dict[str, Any]) -> tuple[str, Case]:
    """A case whose logs are written out."""
    found = _HEAD.fullmatch(head)
    assert found is not None, f"{head!r} is no rule with the codes of its illegal log"
    texts = {line[2]: filled(line[4:], names) for line in lines}
    case = Case(
        texts.pop("+", ""), texts.pop("-", ""), found["code"] or "", found["severity"] or "error",
        _codes(found["also"]), _codes(texts.pop("i", None)),
    )  # fmt: skip
    assert not texts, f"{found['key']} has lines {sorted(texts)}, which mean nothing"
    return filled(found["key"], names), case


def filled(text: str, names: Mapping[str, Any]) -> str:
    """A text with what its expressions come to, which stand in braces."""
    return _EXPRESSION.sub(lambda one: str(eval(one[1], dict(names))), text)


def blocks_in(table: str) -> Iterator[list[str]]:
    """The lines of each case, those that go on put together; what is empty or begins with # is for the reader alone."""
    block: list[str] = []
    for line in table.splitlines():
        if line.startswith("    "):
            block[-1] += f" {line.strip()}"
        elif line.startswith("  "):
            block.append(line)
        elif line and not line.startswith("#"):
            if block:
                yield block
            block = [line]
    if block:
        yield block


def rows_in(table: Path, title: str, names: Mapping[str, Any] | None = None) -> list[tuple[str, ...]]:
    """The rows of a part of a table of texts, which `>` between double spaces keeps apart; `''` is an empty one.

    `names`: what expressions in braces may use, where there are some.
    """
    for head, *lines in blocks_in(table.read_text("utf-8")):
        if head == title:
            rows = [line[2:].replace("\\n", "\n").split("  >  ") for line in lines if not line.startswith("  #")]
            texts = [["" if text == "''" else text for text in row] for row in rows]
            return [tuple(row if names is None else [filled(text, names) for text in row]) for row in texts]
    raise KeyError(title)


def _codes(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


@cache
def all_cases() -> dict[str, Case]:
    """Every case of every module here, by its key."""
    found: dict[str, Case] = {}
    for module in sorted(one.name for one in pkgutil.iter_modules(__path__)):
        cases: dict[str, Case] = importlib.import_module(f"{__name__}.{module}").CASES
        twice = found.keys() & cases.keys()
        assert not twice, f"a second case of {sorted(twice)} in {module}: a word behind the id tells them apart"
        found |= cases
    return found


def rule_of(key: str) -> str:
    """The id of the rule that a case is about."""
    return key.partition("#")[0]


def sample_of(key: str) -> str:
    """The rule set and the beginning of the names of a case's sample logs."""
    return key.replace("#", "-")

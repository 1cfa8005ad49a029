"""Tables of short logs and of what is said of their last event, as in `tests/rules/chow.txt`.

    LATE = E discard 5b; S draw ??

    only the latest discard is open [classical/claim-1]
      # It can be claimed until the next tile is drawn.
      only_the_latest_discard: E discard 5b;
      + W pass // W claim pung
      - claim-not-open: S draw ??; W pass
      findings: {LATE}; W claim pung
      = claim-not-open:

A sentence, and the rules that it is about. Under it a check, with the beginning of its logs, where they have one in
common: `+` it accepts the last event, `-` it refuses it by this code; `(after CODE)` where the log has a fault before
that. Under `findings` stands behind `=` all that is found in the log: codes, and of each what else is to be so (`CODE
warning by RULE of S at 22`: severity, rule, whose it is, at which event). Several logs of which the same is said stand
in one line, with `//` between them. In braces stands one of the texts above, or what `short_logs` has for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import short_logs
from cases import blocks_in, filled
from each import try_each
from mjlog.findings import Finding

_TEXT = re.compile(r"(\w+) = (.+)")
_SENTENCE = re.compile(r"(?P<sentence>[^\[]+?)(?: \[(?P<rules>.+)\])?")
_GROUP = re.compile(r"(?P<check>\w+):(?P<beginning>.*)")
_ROW = re.compile(
    r"(?P<sign>[-=+])(?:(?: (?P<codes>[\w, /@-]+?))?(?: \(after (?P<after>[\w-]+)\))?:(?= |$))?(?P<logs>.*)"
)


@dataclass(frozen=True)
class Asked:
    """One log, and what is said of it: of its last event by a check, or of all of it where no check is named."""

    sign: str
    check: str
    codes: str
    after: str
    log: str

    def holds(self) -> None:
        """Fails where something else is said."""
        if self.sign == "+":
            assert short_logs.ask(self.check, self.log, self.after) is None
        elif self.sign == "-":
            assert short_logs.refused(self.check, self.log, after=self.after) == self.codes
        else:
            found = short_logs.findings(self.log)
            said = [] if self.codes == "nothing" else self.codes.split(", ")
            assert [one.code for one in found] == [words.split()[0] for words in said]
            assert [_told(one, words) for one, words in zip(found, said, strict=True)] == said


def _told(finding: Finding, said: str) -> str:
    """A finding, with as much of it as is said."""
    details = {"by": finding.rule, "of": finding.seat, "at": finding.seq}
    words = [f"{word} {details[word] or 'none'}" for word in said.split() if word in details]
    severity = [finding.severity] if {"info", "warning", "error"} & set(said.split()) else []
    return " ".join([finding.code, *severity, *words])


@dataclass(frozen=True)
class Sentence:
    """What the logs under it show, and the rules that they are of."""

    text: str
    rules: tuple[str, ...]
    logs: tuple[Asked, ...]

    def holds(self) -> None:
        """Tries all logs; those of which something else is said are named."""
        try_each((f"{one.sign} {one.check} {one.log}", partial(one.holds)) for one in self.logs)


def sentences(table: Path) -> Iterator[Sentence]:
    """The sentences of a table, in their order."""
    texts = dict(vars(short_logs))
    for head, *lines in blocks_in(table.read_text("utf-8")):
        text = _TEXT.fullmatch(head)
        if text and not lines:
            texts[text[1]] = filled(text[2], texts)
        else:
            sentence = _SENTENCE.fullmatch(head)
            assert sentence is not None, f"{table.name}: {head!r} is no sentence"
            rules = tuple((sentence["rules"] or "").split(", ")) if sentence["rules"] else ()
            yield Sentence(sentence["sentence"], rules, tuple(_asked(lines, texts)))


def _asked(lines: list[str], texts: dict[str, object]) -> Iterator[Asked]:
    check = beginning = ""
    for line in (line.strip() for line in lines):
        row, group = _ROW.fullmatch(line), _GROUP.fullmatch(line)
        if row is not None:
            for log in row["logs"].split(" // "):
                rest = filled(log.strip(), texts)
                joined = beginning + (" " if beginning and rest and not rest.startswith(";") else "") + rest
                yield Asked(row["sign"], check, row["codes"] or "", row["after"] or "", joined)
        elif not line.startswith("#"):
            assert group is not None, f"{line!r} is neither a check nor what it says"
            check, beginning = group["check"].replace("findings", ""), filled(group["beginning"].strip(), texts)


def asked_in(folder: Path) -> Callable[..., Any]:
    """Parametrizes a test by the sentences of all tables of a folder, which have the marks of their rules."""
    found = [(table.stem, sentence) for table in sorted(folder.glob("*.txt")) for sentence in sentences(table)]
    params = [
        pytest.param(sentence, id=f"{name}: {sentence.text}", marks=[pytest.mark.rule(rule) for rule in sentence.rules])
        for name, sentence in found
    ]
    return pytest.mark.parametrize("sentence", params)

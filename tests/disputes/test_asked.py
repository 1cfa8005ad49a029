"""Tables of disputed events and of what a dossier says of them, as in `asked/unseen.txt`.

    TABLE = game western; hand depth=table

    tiles that lie open are not unseen any more
      > {TABLE}; E discard 5b; S discard 5b; W discard 5b; N claim pung
      legal: no
      depends: no
      certain: north does not have the other tiles of the pung

A sentence, and under it logs (`>`, in braces one of the texts above), each with the event that is asked about: `> @4:`,
`> @-1:` the last but one, else the last. Of it stands there whether it is `legal` (yes, no, open), whether it `depends`
on unseen tiles, what is shown later `proves` of it (yes, no, none); pieces of what is `certain` and `unknown`, or is
`not` there; the verdict of a `rule`; and, by `why RULE`, what came of one, whether it was `asked` or `unasked`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cases import blocks_in, filled
from each import try_each
from mjlog.disputes.why import why
from tests.audit.test_scores_after_faults import BROKEN
from tests.disputes.dossiers import dossier_of, rule_in, view_of_short

_LOG = re.compile(r"> (?:@(?P<seq>-?\d+): )?(?P<log>.+)", re.DOTALL)
_ROW = re.compile(r"(?P<what>[a-z]+)(?: (?P<named>[^:]+))?: (?P<words>.+)")
_LEGAL = {True: "yes", False: "no", None: "open"}
_PROVED = {True: "yes", False: "no", None: "none"}


def holds(log: str, what: str, named: str, words: str) -> None:
    """Fails where something else is said."""
    asked = _LOG.fullmatch(log)
    assert asked is not None, log
    view = view_of_short(asked["log"])
    seq = int(asked["seq"] or view.log.last)
    seq += view.log.last if seq < 0 else 0
    if what == "why":
        (one,) = why(view, seq, named, as_audited=True)
        how, verdict, *said = words.split(maxsplit=2)
        assert ("asked" if one.is_asked else "unasked", one.verdict) == (how, verdict)
        assert "".join(said) in one.words
        return
    found = dossier_of(view, seq)
    if what == "rule":
        verdict, *said = words.split(maxsplit=1)
        rule = rule_in(found, named)
        assert (None if rule is None else rule.verdict) == (None if verdict == "none" else verdict)
        assert not said or said[0] in " ".join(rule.says)
    elif what in ("certain", "unknown", "not"):
        lines = (*found.certain, *found.unknown) if what == "not" else getattr(found, what)
        assert any(words in line for line in lines) != (what == "not"), lines
    else:
        assert words == {
            "legal": lambda: _LEGAL[found.legal],
            "depends": lambda: "no" if found.unseen is None else "yes",
            "proves": lambda: _PROVED[found.unseen and found.unseen.proves],
        }[what]()  # fmt: skip


def sentences(path: Path) -> Iterator[tuple[str, list[tuple[str, str, str, str]]]]:
    """The sentences of a table, each with its rows: a log, and what is said of it."""
    texts: dict[str, object] = {"BROKEN": BROKEN}
    for head, *lines in blocks_in(path.read_text("utf-8")):
        name, is_text, text = head.partition(" = ")
        if is_text and name.isupper():
            texts[name] = filled(text, texts)
            continue
        rows, log = [], ""
        for line in (line.strip() for line in lines):
            if line.startswith("> "):
                log = filled(line, texts)
                continue
            row = _ROW.fullmatch(line)
            assert row is not None, f"{line!r} says nothing"
            rows.append((log, row["what"], row["named"] or "", row["words"]))
        yield head, rows


FOLDER = Path(__file__).with_name("asked")
TABLES = [(path.stem, *one) for path in sorted(FOLDER.glob("*.txt")) for one in sentences(path)]


@pytest.mark.parametrize("rows", [rows for _table, _sentence, rows in TABLES],
                         ids=[f"{table}: {sentence}" for table, sentence, _rows in TABLES])  # fmt: skip
def test_of_a_disputed_event_is_said_what_the_tables_say(rows: list[tuple[str, str, str, str]]) -> None:
    try_each((" ".join(row), partial(holds, *row)) for row in rows)

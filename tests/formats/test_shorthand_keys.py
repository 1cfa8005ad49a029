"""How few keys it takes, measured on recorded games: what is to be typed for each act, and the key that sends it."""

from __future__ import annotations

import io
import json
import lzma
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from mjlog.chain import event_body
from mjlog.formats.lines import read_lines
from mjlog.formats.logs import carried, read_log
from mjlog.formats.shorthand.document import HEADING
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from samples import LOGS

from .shorthand_runs import bodies_of

SENT = 1
"""The key that ends an act."""
PLAY = frozenset(
    (
        "discard", "bonus", "claim", "expose", "kong", "retract", "fishing", "lay-concealed", "joker-exchange",
        "mahjong", "washout",
    )
)  # fmt: skip
"""What is seen at the table, and is to be typed; tiles taken and passes follow from it."""


def _rows(path: Path) -> list[dict[str, Any]]:
    content = lzma.decompress(path.read_bytes())
    (record,) = read_log(path.name, read_lines(io.BytesIO(content), path.name), path.name)
    (log,) = carried(record)
    return [json.loads(body) for body in log.bodies]


def _log(rows: list[dict[str, Any]]) -> list[bytes]:
    return [event_body({**row, "seq": seq}) for seq, row in enumerate(rows, 1)]


def _typed(rows: list[dict[str, Any]]) -> list[str]:
    text = "\n".join(line for line in write_document("g", _log(rows)) if line != HEADING)
    assert bodies_of(text) == _log(rows)
    # When the game began stands in a line of its own, and is no act.
    return [act.text for act in acts_in(text) if not act.text.startswith("@")]


def _hand(row: dict[str, Any], depth: str) -> dict[str, Any]:
    kept = {name: row[name] for name in ("type", "hand", "round", "seats")}
    return {**kept, "depth": depth}


def _at_the_table(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same game as somebody at the table would write it down: what was played, and nothing that follows from it."""
    kept = ("type", "seat", "tile", "tiles", "for", "kind", "source", "named", "calling", "owner")
    found: list[dict[str, Any]] = [rows[0]]
    for row in rows:
        if row["type"] == "hand-start":
            found.append(_hand(row, "table"))
        elif row["type"] in PLAY:
            found.append({name: row[name] for name in kept if name in row})
    return found


def _results(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same game, of each hand no more than who won how, and what everybody announced, in the order of seats."""
    found: list[dict[str, Any]] = [rows[0]]
    scores: list[dict[str, Any]] = []
    for row in [*rows, {"type": "hand-start"}]:
        if row["type"] == "hand-start":
            found += sorted(scores, key=lambda score: "ESWN".index(score["seat"]))
            scores = []
            found += [_hand(row, "result")] if "hand" in row else []
        elif row["type"] == "score":
            scores.append({"type": "score", "seat": row["seat"], "total": row["total"]})
        elif row["type"] == "mahjong":
            found.append({name: row[name] for name in ("type", "seat", "source")})
        elif row["type"] == "washout":
            found.append({"type": "washout"})
    return found


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name.split(".")[0])
def test_an_act_at_the_table_takes_four_keys_in_the_median(path: Path) -> None:
    rows = _at_the_table(_rows(path))
    keys = [len(act) + SENT for act in _typed(rows)[1:]]
    assert len(keys) > 50
    assert median(keys) <= 4


def test_a_hand_by_its_result_takes_twelve_keys_in_the_median() -> None:
    """Of all hands of the classical games together; the longest takes as many as four large scores have digits."""
    keys: list[int] = []
    for rows in map(_rows, LOGS):
        if rows[0]["ruleset"] == "classical":
            results = _results(rows)
            typed = _typed(results)[1:]
            # Every hand is begun by its result, the first one too.
            assert len(typed) == sum(row["type"] == "hand-start" for row in results)
            keys += [len(act) + SENT for act in typed]
    assert len(keys) > 100
    assert median(keys) <= 12
    assert max(keys) <= 16

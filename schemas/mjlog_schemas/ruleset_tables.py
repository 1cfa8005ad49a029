"""What is wrong with a rule set's tables: wall, break, deal, scoring and settlement.

Their keys are declared in `mjlog.rulesets.keys`; here they become faults, and what several keys say together is
looked at: what a scoring row is worth, which pattern it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mjlog.rulesets.keys import ROW_KEYS, Known, Wrong, wrong_tables
from mjlog.text import did_you_mean, quoted, shown
from mjlog_schemas.faults import Complaint, Fault
from mjlog_schemas.options import KINDS

_WORTHS = ("points", "doubles", "limit", "limit_points")


def table_faults(document: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    """The faults in a document's tables. `known`: names that exist, by what they name."""
    names = {**known, **_own_names(document)}
    for wrong in wrong_tables(document, names):
        yield _fault(wrong)
    yield from _scoring_faults(document.get("scoring"), names)


def _own_names(document: Mapping[str, Any]) -> Known:
    """What the document itself gives names to: options by the kinds of their values, rules by both forms of id."""
    options = {name: option for name, option in _pairs(document.get("options")) if isinstance(option, dict)}
    # An option of a kind that does not exist has its own fault: it is taken for whatever is wanted.
    unclear = [name for name, option in options.items() if option.get("kind") not in KINDS]
    switches = [name for name, option in options.items() if option.get("kind") == "bool"]
    scoring = document.get("scoring")
    rows = _tables(scoring.get("item")) if isinstance(scoring, dict) else []
    local = [rule["id"] for rule in _tables(document.get("rule")) if isinstance(rule.get("id"), str)]
    return {
        "option": tuple(options),
        "switch": switches + unclear,
        "number": [name for name, option in options.items() if _is_number(option)] + unclear,
        "own item": [row["id"] for row in rows if isinstance(row.get("id"), str)],
        "rule": [f"{document.get('id')}/{rule}" for rule in local] + local,
    }


def _is_number(option: Mapping[str, Any]) -> bool:
    chosen = option.get("kind") == "choice" and type(option.get("default")) is int
    return chosen or option.get("kind") in ("count", "int", "score")


def _pairs(value: object) -> list[tuple[Any, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _tables(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _fault(wrong: Wrong) -> Fault:
    meant = did_you_mean(wrong.value, wrong.candidates)
    if wrong.is_key:
        table = wrong.path.rpartition(".")[0]
        complaint = Complaint.saying(
            f"{quoted(wrong.value)} is no key of this table", quoted(wrong.value), wrong.expected, meant
        )
        return Fault("bad-field", wrong.path, f"{table}: {complaint}", complaint.expected, complaint.found)
    if wrong.is_missing:
        complaint = Complaint.saying("is missing", None, wrong.expected)
    else:
        complaint = Complaint.about(wrong.value, wrong.expected, meant)
    return Fault("bad-field", wrong.path, f"{wrong.path} {complaint}", complaint.expected, complaint.found)


def _wrong(path: str, value: object, expected: str, suggestion: str | None = None) -> Fault:
    complaint = Complaint.about(value, expected, suggestion)
    return Fault("bad-field", path, f"{path} {complaint}", complaint.expected, complaint.found)


# -- scoring ----------------------------------------------------------------------------------------------------


def _scoring_faults(scoring: object, known: Known) -> Iterator[Fault]:
    if not isinstance(scoring, dict):
        return
    for name, _rule in _pairs(scoring.get("cite")):
        if "item" in known and name not in known["item"]:
            expected = "the id of a scoring row as key"
            yield _wrong(f"scoring.cite.{shown(name)}", name, expected, did_you_mean(name, known["item"]))
    items = scoring.get("item")
    for index, row in enumerate(items if isinstance(items, list) else []):
        if isinstance(row, dict):
            yield from _row_faults(f"scoring.item[{index}]", row, known)


def _row_faults(path: str, row: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    row_id = row.get("id")
    if "pattern" not in row and isinstance(row_id, str) and "pattern" in known and row_id not in known["pattern"]:
        expected = "the name of a pattern, or a row with `pattern`"
        yield _wrong(f"{path}.id", row_id, expected, did_you_mean(row_id, known["pattern"]))
    worths = [key for key in _WORTHS if key in row]
    if "option" in row and worths:
        yield _wrong(f"{path}.{worths[0]}", row[worths[0]], "none beside option, which says what the row is worth")
    elif "option" not in row and not any(row.get(key) for key in _WORTHS) and set(row) <= set(ROW_KEYS):
        what = " and ".join(f"{key} is {quoted(row[key])}" for key in worths) or "the row earns nothing"
        complaint = Complaint.saying(what, None, "points, doubles, limit, limit_points, or option with a score value")
        yield Fault("bad-field", path, f"{path}: {complaint}", complaint.expected)

"""The sample logs, and what is expected of each. Run as a script it writes the expected results anew."""

from __future__ import annotations

import io
import json
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.formats.sources import games_in

SAMPLES = Path(__file__).resolve().parent.parent / "sample_logs"
GAMES = tuple(sorted(path for path in (SAMPLES / "games").iterdir() if path.suffix == ".xz"))
"""Ten games as a server recorded them: logs, and folders of its hand histories."""
LOGS = tuple(path for path in GAMES if path.name.endswith(".mjlog.jsonl.xz"))
RECORDS = tuple(path for path in GAMES if path.name.endswith(".tar.xz"))
FINDINGS = tuple(sorted((SAMPLES / "findings").glob("*.mjlog.jsonl")))
"""A small log for each finding code, and one with nothing wrong in it."""


def name_of(path: Path) -> str:
    """The name of a sample, without its endings."""
    return path.name.split(".")[0]


def expected_path(path: Path) -> Path:
    """Where the expected result of a sample stands."""
    return path.parent / f"{name_of(path)}.expected.json"


def expected(path: Path) -> Any:
    """The expected result of a sample."""
    return json.loads(expected_path(path).read_text("utf-8"))


def audit(path: Path) -> list[HandReport]:
    """Every report on a sample."""
    return [report for record in games_in(str(path)) for report in Replay(record).run()]


def game_result(path: Path) -> dict[str, Any]:
    """What a game came to: per hand winner, computed scores, settlement, findings and the digest of the last state."""
    hands = []
    for report in audit(path):
        fields = report.as_json()
        scores = {seat: both["computed"] for seat, both in fields["scores"].items()}
        change = fields["settlement"]["computed"]
        kept = {name: fields[name] for name in ("hand", "winner", "findings", "state")}
        hands.append({**kept, "scores": scores, "settlement": change})
    return {"hands": hands}


def fault_result(path: Path) -> dict[str, Any]:
    """What is found in a small log."""
    found = [finding for report in audit(path) for finding in report.findings]
    return {"findings": [{"code": one.code, "seq": one.seq, "line": one.line, "rule": one.rule} for one in found]}


@cache
def hand_histories(path: Path) -> tuple[tuple[str, bytes], ...]:
    """The hands of a packed folder, in order: the path and content of each."""
    with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
        members = sorted((one for one in archive if one.isfile()), key=lambda one: one.name)
        return tuple((one.name, stream.read()) for one in members if (stream := archive.extractfile(one)) is not None)


def _write(path: Path, result: dict[str, Any]) -> None:
    lines = ["{", *_body(result), "}", ""]
    expected_path(path).write_text("\n".join(lines), "utf-8")


def _body(result: dict[str, Any]) -> list[str]:
    ((name, rows),) = result.items()
    if not rows:
        return [f'  "{name}": []']
    return [f'  "{name}": [', ",\n".join("    " + json.dumps(row) for row in rows), "  ]"]


def write_expected() -> None:
    """Write what the program makes of every sample as its expected result; look at the difference before committing."""
    for path in GAMES:
        _write(path, game_result(path))
    for path in FINDINGS:
        _write(path, fault_result(path))


if __name__ == "__main__":
    write_expected()

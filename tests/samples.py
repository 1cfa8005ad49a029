"""The sample logs, and what is expected of each. Run as a script it writes the expected results anew;
`python tests/samples.py mahjiang` the logs of that rule set, `python tests/samples.py dead-hands` of dead hands.

The logs in `sample_logs/rules/` are written from `cases`: a legal and an illegal one for every rule; those in
`sample_logs/disputes/` from the disputes that are told there (`python tests/samples.py disputes`).
"""

from __future__ import annotations

import io
import json
import sys
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

from audit import dead_cases
from cases import Case, all_cases, rule_of, sample_of
from disputes.narrated import FOLDER as DISPUTES
from disputes.narrated import SUFFIX, narrations
from mjlog.audit.dead import dead_hands
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.formats.sources import games_in
from mjlog.views.words_dead import dead_hand_words
from short_logs import log, marked

SAMPLES = Path(__file__).resolve().parent.parent / "sample_logs"
GAMES = tuple(sorted(path for path in (SAMPLES / "games").iterdir() if path.suffix == ".xz"))
"""Games as a server recorded or simulated players played them: logs, and folders of its hand histories."""
LOGS = tuple(path for path in GAMES if path.name.endswith(".mjlog.jsonl.xz"))
RECORDS = tuple(path for path in GAMES if path.name.endswith(".tar.xz"))
FINDINGS = tuple(sorted((SAMPLES / "findings").glob("*.mjlog.jsonl")))
"""A small log for each finding code, and one with nothing wrong in it."""
RULES = SAMPLES / "rules"
"""A folder for each rule set, in it a legal and an illegal log for each rule."""
DEAD_HANDS = SAMPLES / "dead-hands"
"""Logs with dead hands of every kind, by rule set; what is expected is what must be said of them."""


def rule_samples(chosen: str = "") -> dict[Path, bytes]:
    """The logs that show the rules, by their paths; of all rules, or of those whose samples begin so."""
    texts = {
        (key, verdict): text
        for key, case in all_cases().items()
        for verdict, text in (("legal", case.legal), ("illegal", case.illegal))
        if text and sample_of(key).startswith(chosen)
    }
    return {
        RULES / f"{sample_of(key)}-{verdict}.mjlog.jsonl": log(text, f"{sample_of(key).replace('/', '-')}-{verdict}")
        for (key, verdict), text in texts.items()
    }


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


def dead_samples() -> dict[Path, bytes]:
    """The logs that show dead hands, by their paths."""
    return {DEAD_HANDS / f"{name}.mjlog.jsonl": log(case.text, name) for name, case in dead_cases.CASES.items()}


def dead_result(path: Path) -> dict[str, Any]:
    """What is said of the dead hands in a sample, as data and in words."""
    found = [dead for record in games_in(str(path)) for dead in dead_hands(record)]
    return {"dead": [{**dead.as_json(), "words": dead_hand_words(dead)} for dead in found]}


def write_dead_samples() -> None:
    """Write the logs with dead hands and what is said of them; those of cases that are no more are removed."""
    DEAD_HANDS.mkdir(parents=True, exist_ok=True)
    samples = dead_samples()
    for path in set(DEAD_HANDS.glob("*.mjlog.jsonl")) - set(samples):
        path.unlink()
        expected_path(path).unlink(missing_ok=True)
    for path, content in samples.items():
        path.write_bytes(content)
        _write(path, dead_result(path))


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


def write_rule_samples(ruleset: str) -> None:
    """Write the logs of a rule set's cases and their expected results; logs of cases that are no more are removed."""
    samples = rule_samples(f"{ruleset}/")
    folder = RULES / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    for path in set(folder.glob("*.mjlog.jsonl")) - set(samples):
        path.unlink()
        expected_path(path).unlink(missing_ok=True)
    for path, content in samples.items():
        path.write_bytes(content)
    for key, case in all_cases().items():
        if key.startswith(f"{ruleset}/"):
            _write_expected_of(key, case)


def _write_expected_of(key: str, case: Case) -> None:
    """What a case says is expected of its logs; only what comes with it is taken from the program."""
    legal = RULES / f"{sample_of(key)}-legal.mjlog.jsonl"
    _write(legal, fault_result(legal) if case.infos else {"findings": []})
    illegal = RULES / f"{sample_of(key)}-illegal.mjlog.jsonl"
    if case.also:
        _write(illegal, fault_result(illegal))
    elif case.illegal:
        seq = marked(case.illegal)
        _write(illegal, {"findings": [{"code": case.code, "seq": seq, "line": seq, "rule": rule_of(key)}]})


def write_disputes() -> None:
    """Write the logs of the disputes that are told; those of which nothing is told any more are removed."""
    for path in DISPUTES.glob(f"*{SUFFIX}"):
        path.unlink()
    for told in narrations():
        told.path.write_bytes(told.log)
        told.ruled_path.write_bytes(told.ruled_log)


if __name__ == "__main__":
    if sys.argv[1:] == ["dead-hands"]:
        write_dead_samples()
    elif sys.argv[1:] == [DISPUTES.name]:
        write_disputes()
    elif rulesets := sys.argv[1:]:
        for name in rulesets:
            write_rule_samples(name)
    else:
        write_expected()
        write_dead_samples()
        write_disputes()
        for name in sorted({rule_of(key).split("/")[0] for key in all_cases()}):
            write_rule_samples(name)

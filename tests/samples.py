"""The sample logs, and what is expected of each. Run as a script it writes them anew, and says how many there are:

`python tests/samples.py mahjiang` the logs of that rule set's cases, `dead-hands` and `disputes` of those, `expected`
the expected results of the games and of the small logs of faults; without a word all of it.

The logs in `sample_logs/rules/` are written from `cases`: a legal and an illegal one for every rule; those in
`sample_logs/disputes/` from the disputes that are told there. Where nothing would be written, or a log does not show
what it is there for, an error says so (`SampleError`).
"""

from __future__ import annotations

import io
import itertools
import json
import sys
import tarfile
from collections.abc import Callable, Iterable, Sized
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from audit import dead_cases
from cases import Case, all_cases, rule_of, sample_of
from disputes.narrated import FOLDER as DISPUTES
from disputes.narrated import SUFFIX, narrations
from mjlog.audit.dead import dead_hands
from mjlog.audit.replay import Replay
from mjlog.audit.report import HandReport
from mjlog.errors import MjlogError
from mjlog.formats.sources import games_in
from mjlog.rulesets import load, shipped
from mjlog.text import counted, did_you_mean
from mjlog.views.words_dead import dead_hand_words
from short_logs import log, marked

_Found = TypeVar("_Found", bound=Sized)
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


class SampleError(MjlogError):
    """Nothing would be written, or a sample that does not show what it is there for."""


def some(found: _Found, what: str) -> _Found:
    """What was found.

    Raises:
        SampleError: that is nothing.
    """
    if not len(found):
        raise SampleError(f"there is no {what}")
    return found


def chosen_cases(chosen: str = "") -> dict[str, Case]:
    """All cases, or those whose samples begin so.

    Raises:
        SampleError: there are none.
    """
    known = {key: case for key, case in all_cases().items() if sample_of(key).startswith(chosen)}
    return some(known, f"case whose sample begins with {chosen!r}{_meant(chosen, map(sample_of, all_cases()))}")


def _meant(word: str, known: Iterable[str]) -> str:
    """The end of a message about a word that nobody knows."""
    likely = did_you_mean(word, known)
    return "" if likely is None else f"; did you mean {likely!r}?"


def rule_samples(chosen: str = "") -> dict[Path, bytes]:
    """The logs that show the rules, by their paths; of all rules, or of those whose samples begin so."""
    return {
        RULES / f"{sample_of(key)}-{verdict}.mjlog.jsonl": log(text, f"{sample_of(key).replace('/', '-')}-{verdict}")
        for key, case in chosen_cases(chosen).items()
        for verdict, text in _texts_of(key, case).items()
    }


def _texts_of(key: str, case: Case) -> dict[str, str]:
    """The logs of a case in the short notation: a legal one, and an illegal one unless none can break the rule.

    Raises:
        SampleError: the rule does not exist, or the case lacks what its logs are made of.
    """
    rule = rule_of(key)
    if rule not in _rules():
        raise SampleError(f"the case {key} is about no rule that there is{_meant(rule, _rules())}")
    if not case.legal:
        raise SampleError(f"the case {key} has no legal log")
    if bool(case.illegal) != bool(case.code):
        raise SampleError(f"the case {key} has {'no code' if case.illegal else 'a code and no illegal log'}")
    return {"legal": case.legal, "illegal": case.illegal} if case.illegal else {"legal": case.legal}


@cache
def _rules() -> dict[str, None]:
    """The ids of all rules of the shipped rule sets."""
    return dict.fromkeys(rule.id for name in shipped() for rule in load(name).rules)


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
    """Every report on a sample.

    Raises:
        SampleError: there is no game in it.
    """
    games = [Replay(record).run() for record in games_in(str(path))]
    return list(itertools.chain.from_iterable(some(games, f"game in {path}")))


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
        found = ((one.name, stream.read()) for one in members if (stream := archive.extractfile(one)) is not None)
        return some(tuple(found), f"hand in {path}")


def dead_samples() -> dict[Path, bytes]:
    """The logs that show dead hands, by their paths."""
    return {DEAD_HANDS / f"{name}.mjlog.jsonl": log(case.text, name) for name, case in dead_cases.CASES.items()}


def dead_result(path: Path) -> dict[str, Any]:
    """What is said of the dead hands in a sample, as data and in words."""
    found = [dead for record in games_in(str(path)) for dead in dead_hands(record)]
    return {"dead": [{**dead.as_json(), "words": dead_hand_words(dead)} for dead in found]}


def write_dead_samples() -> int:
    """Write the logs with dead hands and what is said of them; those of cases that are no more are removed."""
    samples = some(dead_samples(), "case of a dead hand")
    DEAD_HANDS.mkdir(parents=True, exist_ok=True)
    for path in set(DEAD_HANDS.glob("*.mjlog.jsonl")) - set(samples):
        path.unlink()
        expected_path(path).unlink(missing_ok=True)
    for path, content in samples.items():
        path.write_bytes(content)
        _write(path, dead_result(path))
    return len(samples)


def _write(path: Path, result: dict[str, Any]) -> None:
    lines = ["{", *_body(result), "}", ""]
    expected_path(path).write_text("\n".join(lines), "utf-8")


def _body(result: dict[str, Any]) -> list[str]:
    ((name, rows),) = result.items()
    if not rows:
        return [f'  "{name}": []']
    return [f'  "{name}": [', ",\n".join("    " + json.dumps(row) for row in rows), "  ]"]


def write_expected() -> int:
    """Write what the program makes of every sample as its expected result; look at the difference before committing."""
    for path in some(GAMES, f"game in {SAMPLES / 'games'}"):
        _write(path, game_result(path))
    for path in some(FINDINGS, f"small log in {SAMPLES / 'findings'}"):
        name = name_of(path)
        _write(path, _shown(path, fault_result(path), "" if name == "legal" else name))
    return len(GAMES) + len(FINDINGS)


def _shown(path: Path, result: dict[str, Any], code: str) -> dict[str, Any]:
    """What is found in a small log, if that is what it is there for.

    Raises:
        SampleError: the code is not among it; or there is none, and something is found.
    """
    found = [one["code"] for one in result["findings"]]
    if code not in found if code else found:
        raise SampleError(f"{path} shows {', '.join(found) or 'nothing'}: expected {code or 'nothing'}")
    return result


def write_rule_samples(ruleset: str) -> int:
    """Write the logs of a rule set's cases and their expected results; logs of cases that are no more are removed."""
    samples = rule_samples(f"{ruleset}/")
    folder = RULES / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    for path in set(folder.glob("*.mjlog.jsonl")) - set(samples):
        path.unlink()
        expected_path(path).unlink(missing_ok=True)
    for path, content in samples.items():
        path.write_bytes(content)
    for key, case in chosen_cases(f"{ruleset}/").items():
        _write_expected_of(key, case)
    return len(samples)


def _write_expected_of(key: str, case: Case) -> None:
    """What a case says is expected of its logs; only what comes with it is taken from the program."""
    legal = RULES / f"{sample_of(key)}-legal.mjlog.jsonl"
    _write(legal, _shown(legal, fault_result(legal), case.infos[0] if case.infos else ""))
    illegal = RULES / f"{sample_of(key)}-illegal.mjlog.jsonl"
    if case.also:
        _write(illegal, _shown(illegal, fault_result(illegal), case.code))
    elif case.illegal:
        seq = marked(case.illegal)
        _write(illegal, {"findings": [{"code": case.code, "seq": seq, "line": seq, "rule": rule_of(key)}]})


def write_disputes() -> int:
    """Write the logs of the disputes that are told; those of which nothing is told any more are removed."""
    logs = {path: content for told in some(narrations(), f"dispute told in {DISPUTES}")
            for path, content in ((told.path, told.log), (told.ruled_path, told.ruled_log))}  # fmt: skip
    for path in DISPUTES.glob(f"*{SUFFIX}"):
        path.unlink()
    for path, content in logs.items():
        path.write_bytes(content)
    return len(logs)


def writers() -> dict[str, Callable[[], int]]:
    """What can be written, by the word that asks for it; each writes some logs or their results, and says how many."""
    rulesets = sorted({rule_of(key).partition("/")[0] for key in all_cases()})
    return {
        "expected": write_expected, DEAD_HANDS.name: write_dead_samples, DISPUTES.name: write_disputes,
        **{name: partial(write_rule_samples, name) for name in rulesets},
    }  # fmt: skip


def main(words: list[str]) -> int:
    """Write what is asked for, or everything. Gives 2, and writes nothing, if one of the words asks for nothing."""
    known = writers()
    try:
        for word in words:
            some([one for one in known if one == word], f"sample of {word!r}{_meant(word, known)}")
        for word in words or known:
            print(f"{word}: {counted(known[word](), 'log')}")
    except SampleError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The sample logs, and what is expected of each. Run as a script it writes them, and says how many there are:

`python tests/samples.py mahjiang` what is kept of that rule set's cases, `dead-hands` and `disputes` of those,
`expected` the expected results of the games and of the small logs of faults; without a word all of it.

`python tests/samples.py --into FOLDER` the logs of all cases, or of the rule sets that are named, and of dead hands,
each with its expected result beside it.

A legal and an illegal log for every rule follow from `cases`, one for every kind of dead hand from `dead_cases`: they
are made where they are needed, and a few that tell much lie in `sample_logs/` as documents. Of each the folder
`expected` keeps a line: a digest of the log, and what is found in it. The logs in `sample_logs/disputes/` are written
from the disputes that are told there. Where nothing would be written, or a log does not show what it is there for, an
error says so (`SampleError`).
"""

from __future__ import annotations

import argparse
import hashlib
import io
import itertools
import json
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from audit import dead_cases
from cases import Case, all_cases, rule_of, sample_of
from disputes.narrated import FOLDER as DISPUTES
from disputes.narrated import SUFFIX, narrations
from mjlog.answers import plain
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.errors import MjlogError
from mjlog.findings import Finding
from mjlog.rulesets import load, shipped
from mjlog.sources import games_in
from mjlog.text import counted, did_you_mean, shown
from mjlog.views.dead_words import dead_hand_words
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
"""A folder for each rule set, in it some of the logs that show its rules; `rule_samples` gives all of them."""
DEAD_HANDS = SAMPLES / "dead-hands"
"""A log with a dead hand for each rule set; `dead_samples` gives all kinds."""
EXPECTED = Path(__file__).resolve().parent / "expected"
"""What is found in the logs of each rule set, of dead hands and of faults: a file each, a line a log."""
DOCUMENTS = (
    "american/charleston-2", "american/joker-2", "bmja/claim#robbing", "bmja/mahjong", "bmja-kajongg/claim#robbing",
    "bmja-kajongg/mahjong", "classical/claim-1", "classical/points-1", "dead-wall/dead-1", "dead-wall/hidden-1",
    "dmjl/cannon-pay", "dmjl/original-call", "mahjiang/break-1", "mahjiang/call-1", "mcr/false-1", "mcr/seats-4",
    "pung-chi/bonus-1", "pung-chi/win-1", "riichi/furiten-2", "riichi/win-3", "riichi-sanma/north-1",
    "riichi-sanma/north-10", "western/chow-1", "western/settle-1",
)  # fmt: skip
"""The cases whose logs lie in `sample_logs/rules/`: two of each rule set."""
DEAD_DOCUMENTS = (
    "american-exposure", "bmja-false-mahjong", "bmja-kajongg-false-mahjong", "classical-called-hand-changed",
    "dead-wall-short-hand", "dmjl-misnamed", "mahjiang-false-mahjong", "mcr-false-mahjong",
    "pung-chi-shown-at-the-end", "riichi-drawn-twice", "riichi-ema-false-mahjong", "riichi-sanma-drawn-twice",
    "riichi-wrc-drawn-twice", "western-contradicted",
)  # fmt: skip
"""The dead hands whose logs lie in `sample_logs/dead-hands/`."""
_DIGITS = 10


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


def rule_samples(chosen: str = "") -> dict[str, bytes]:
    """The logs that show the rules, by name (`western/chow-1-legal`); of all rules, or those whose samples begin so."""
    return {
        f"{sample_of(key)}-{verdict}": log(
            text,
            f"{sample_of(key).replace('/', '-')}-{verdict}",
            f"{rule_of(key)}, {verdict}: {_text_of(rule_of(key))}",
        )
        for key, case in chosen_cases(chosen).items()
        for verdict, text in _texts_of(key, case).items()
    }


@cache
def generated() -> dict[str, bytes]:
    """The logs of all cases, by the place that they would have below `sample_logs/`."""
    rules = {f"{RULES.name}/{name}{SUFFIX}": content for name, content in rule_samples().items()}
    return rules | {f"{DEAD_HANDS.name}/{name}{SUFFIX}": content for name, content in dead_samples().items()}


def write_logs(logs: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write logs into a folder, by the place that each has in it; their paths."""
    for place, content in logs.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(content)
    return [folder / place for place in logs]


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
def _rules() -> dict[str, str]:
    """The text of all rules of the shipped rule sets, by their ids."""
    return {rule.id: rule.text for name in shipped() for rule in load(name).rules}


def _text_of(rule: str) -> str:
    return shown(_rules().get(rule, ""), 90)


def name_of(path: Path) -> str:
    """The name of a sample, without its endings."""
    return path.name.split(".")[0]


def expected_path(path: Path) -> Path:
    """Where the expected result of a sample stands that has a file of its own for it."""
    return path.parent / f"{name_of(path)}.expected.json"


def expected(path: Path) -> Any:
    """The expected result of a sample: of a game from the file beside it, of all others from what is kept."""
    if path in GAMES:
        return json.loads(expected_path(path).read_text("utf-8"))
    return result_in(kept(path.parent.name)[name_of(path)])


def kept(kind: str) -> dict[str, dict[str, Any]]:
    """What is kept of the logs of a rule set, of `dead-hands` or of `findings`, by their names.

    Raises:
        SampleError: nothing is.
    """
    path = EXPECTED / f"{kind}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return some({row["log"]: row for row in map(json.loads, lines)}, f"log in {path}")


def result_in(row: Mapping[str, Any]) -> dict[str, Any]:
    """The expected result in a line of those that are kept."""
    return {name: value for name, value in row.items() if name not in ("log", "digest")}


def digest_of(content: bytes) -> str:
    """The beginning of the SHA-256 of a log, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def _keep(kind: str, rows: Iterable[dict[str, Any]]) -> None:
    EXPECTED.mkdir(exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (EXPECTED / f"{kind}.jsonl").write_text("".join(lines), "utf-8")


def audit(path: Path) -> list[HandReport]:
    """Every report on a sample.

    Raises:
        SampleError: there is no game in it.
    """
    games = [Engine(record).run() for record in games_in(str(path))]
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
    return findings_result([finding for report in audit(path) for finding in report.findings])


def findings_result(found: Sequence[Finding]) -> dict[str, Any]:
    """What is written down of findings."""
    return {"findings": [{"code": one.code, "seq": one.seq, "line": one.line, "rule": one.rule} for one in found]}


@cache
def hand_histories(path: Path) -> tuple[tuple[str, bytes], ...]:
    """The hands of a packed folder, in order: the path and content of each."""
    with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
        members = sorted((one for one in archive if one.isfile()), key=lambda one: one.name)
        found = ((one.name, stream.read()) for one in members if (stream := archive.extractfile(one)) is not None)
        return some(tuple(found), f"hand in {path}")


def dead_samples() -> dict[str, bytes]:
    """The logs that show dead hands, by name."""
    return {
        name: log(case.text, name, f"{name.replace('-', ' ')}: a dead hand") for name, case in dead_cases.CASES.items()
    }


def dead_result(path: Path) -> dict[str, Any]:
    """What is said of the dead hands in a sample, as data and in words."""
    found = [dead for record in games_in(str(path)) for dead in dead_hands(record)]
    return {"dead": [{**json.loads(json.dumps(plain(dead))), "words": dead_hand_words(dead)} for dead in found]}


def write_dead_samples() -> int:
    """Write what is said of all dead hands, and the logs of those that are documents; others are removed."""
    samples = some(dead_samples(), "case of a dead hand")
    with tempfile.TemporaryDirectory() as folder:
        paths = write_logs({f"{name}{SUFFIX}": content for name, content in samples.items()}, Path(folder))
        results = {name_of(path): dead_result(path) for path in paths}
    _keep(DEAD_HANDS.name, (_row(name, samples[name], result) for name, result in results.items()))
    _write_documents(DEAD_HANDS, {name: samples[name] for name in DEAD_DOCUMENTS})
    return len(samples)


def _row(name: str, content: bytes, result: Mapping[str, Any]) -> dict[str, Any]:
    return {"log": name, "digest": digest_of(content), **result}


def _write_documents(folder: Path, logs: Mapping[str, bytes]) -> None:
    """Write the logs that are kept as documents; those that are none any more are removed."""
    written = write_logs({f"{name}{SUFFIX}": content for name, content in logs.items()}, folder)
    for path in set(folder.glob(f"*{SUFFIX}")) - set(written):
        path.unlink()


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
    rows = []
    for path in some(FINDINGS, f"small log in {SAMPLES / 'findings'}"):
        name = name_of(path)
        rows.append({"log": name, **_shown(path, fault_result(path), "" if name == "legal" else name)})
    _keep("findings", rows)
    return len(GAMES) + len(FINDINGS)


def _shown(path: Path, result: dict[str, Any], code: str) -> dict[str, Any]:
    """What is found in a small log, if that is what it is there for.

    Raises:
        SampleError: the code is not among it; or there is none, and something is found.
    """
    found = [one["code"] for one in result["findings"]]
    if code not in found if code else found:
        shown = ", ".join(found) or "nothing"
        raise SampleError(f"{path.parent.name}/{path.name} shows {shown}: expected {code or 'nothing'}")
    return result


def write_rule_samples(ruleset: str) -> int:
    """Write what is expected of the logs of a rule set's cases, and those that are documents; others are removed."""
    samples = rule_samples(f"{ruleset}/")
    with tempfile.TemporaryDirectory() as folder:
        write_logs({f"{name}{SUFFIX}": content for name, content in samples.items()}, Path(folder))
        cases = chosen_cases(f"{ruleset}/").items()
        results = {name: result for key, case in cases for name, result in _expected_of(key, case, Path(folder))}
    _keep(ruleset, (_row(name.partition("/")[2], samples[name], result) for name, result in results.items()))
    _write_documents(RULES / ruleset, {name.partition("/")[2]: samples[name] for name in documents_of(ruleset)})
    return len(samples)


def documents_of(ruleset: str) -> list[str]:
    """The names of the logs of a rule set that are documents.

    Raises:
        SampleError: one of them is of no case.
    """
    keys = [key for key in DOCUMENTS if key.startswith(f"{ruleset}/")]
    return [name for key in keys for name in rule_samples(sample_of(key)) if name.rpartition("-")[0] == sample_of(key)]


def _expected_of(key: str, case: Case, folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a case says is expected of its logs; only what comes with it is taken from the program."""
    names = {verdict: f"{sample_of(key)}-{verdict}" for verdict in ("legal", "illegal")}
    legal, illegal = (folder / f"{name}{SUFFIX}" for name in names.values())
    yield names["legal"], _shown(legal, fault_result(legal), case.infos[0] if case.infos else "")
    if case.also:
        yield names["illegal"], _shown(illegal, fault_result(illegal), case.code)
    elif case.illegal:
        seq = marked(case.illegal)
        yield names["illegal"], {"findings": [{"code": case.code, "seq": seq, "line": seq, "rule": rule_of(key)}]}


def write_all_into(folder: Path, kind: str) -> int:
    """Write all logs of a rule set, or of dead hands, into a folder, each with its expected result beside it."""
    part = f"{kind}/" if kind == DEAD_HANDS.name else f"{RULES.name}/{kind}/"
    logs = {place: content for place, content in generated().items() if place.startswith(part)}
    rows = kept(kind)
    for path in write_logs(logs, folder):
        row = rows.get(name_of(path), {})
        if row.get("digest") != digest_of(path.read_bytes()):
            raise SampleError(f"what is kept of {path.name} is not of this log: run tests/samples.py {kind} first")
        _write(path, result_in(row))
    return len(logs)


def write_disputes() -> int:
    """Write the logs of the disputes that are told; those of which nothing is told any more are removed."""
    logs = {path: content for told in some(narrations(), f"dispute told in {DISPUTES}")
            for path, content in ((told.path, told.log), (told.ruled_path, told.ruled_log))}  # fmt: skip
    for path in DISPUTES.glob(f"*{SUFFIX}"):
        path.unlink()
    for path, content in logs.items():
        path.write_bytes(content)
    return len(logs)


def rule_sets() -> list[str]:
    """The rule sets that have cases."""
    return sorted({rule_of(key).partition("/")[0] for key in all_cases()})


def writers(folder: Path | None = None) -> dict[str, Callable[[], int]]:
    """What can be written, by the word that asks for it; each writes some logs or their results, and says how many."""
    if folder is not None:
        return {kind: partial(write_all_into, folder, kind) for kind in (DEAD_HANDS.name, *rule_sets())}
    return {
        "expected": write_expected, DEAD_HANDS.name: write_dead_samples, DISPUTES.name: write_disputes,
        **{name: partial(write_rule_samples, name) for name in rule_sets()},
    }  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Write what is asked for, or everything. Gives 2, and writes nothing, if one of the words asks for nothing."""
    asked = _parser().parse_args(arguments)
    known = writers(asked.into)
    try:
        for word in asked.words:
            some([one for one in known if one == word], f"sample of {word!r}{_meant(word, known)}")
        for word in asked.words or known:
            print(f"{word}: {counted(known[word](), 'log')}")
    except SampleError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Write the sample logs, and what is expected of each.")
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"of these only: {', '.join(writers())}")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="the logs of all cases, into this folder")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

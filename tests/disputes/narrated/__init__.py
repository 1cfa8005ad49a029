"""Disputes as they happen at tables, told in prose and settled from their logs.

Each is a file in `sample_logs/disputes/`: the story, the log in the short notation of `short_logs`, what the rules say
of it, the ruling. The log ends where the referee is asked; what the ruling appends, and what was played afterwards,
comes behind it. `docs/understand/cases.md` is written from the same files.

    title, order, story, question     the table's side of it, in prose
    log                               the events until the referee is asked; `!` marks the disputed one
    verdict                           what the dossier must say: see `Verdict`
    ruling                            decision, text, the rules that it rests on, why; its corrections and penalties;
                                      `afterwards` what was played on; `dispute` the objection, if it is another one
    recorded, ruled                   what the audit says of the log before and after: see `Standing`
    between                           by event: what it found when that event was the last one
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from mjlog.chain import event_body
from mjlog.formats.logs import write_log
from short_notation import Fields, as_sample, fields, marked

FOLDER = Path(__file__).resolve().parents[3] / "sample_logs" / "disputes"
SUFFIX = ".mjlog.jsonl"
_REFEREE = "referee"


@dataclass(frozen=True)
class Verdict:
    """What the dossier says of the disputed event.

    `legal`: whether a rule refuses it, None where it cannot be judged; `code` and `rule`: the finding, if there is one;
    `bears`: rules that must be on the page, with what each says; `certain`, `unknown`: pieces of sentences that must
    stand there; `depends`: whether unseen tiles decide.
    """

    legal: bool | None
    code: str | None = None
    rule: str | None = None
    bears: dict[str, str] = field(default_factory=dict)
    certain: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    depends: bool = False


@dataclass(frozen=True)
class Standing:
    """What an audit says of a log: findings as `(code, seq, rule)`, and what every player has won and lost by then.

    `scores` and `gets`: of the disputed hand, what hands are worth by the rules, and points in all, by seat; empty
    where the rules or the record leave it open. `dead`: hands that are dead or incomplete, with what follows from each.
    """

    totals: dict[str, int]
    findings: tuple[tuple[str, int, str], ...] = ()
    scores: dict[str, int] = field(default_factory=dict)
    gets: dict[str, int] = field(default_factory=dict)
    dead: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Narration:
    """A dispute, its log and its ruling. Events are plain JSON values."""

    name: str
    title: str
    order: int
    story: str
    question: str
    on: int
    disputed: int
    events: tuple[Fields, ...]
    rulings: tuple[dict[str, Any], ...]
    ruling_events: tuple[Fields, ...]
    verdict: Verdict
    recorded: Standing
    ruled: Standing
    between: dict[int, tuple[tuple[str, int, str], ...]]

    @property
    def ruleset(self) -> str:
        """The id of the rule set."""
        return str(self.events[0]["ruleset"])

    @property
    def log(self) -> bytes:
        """The log when the referee was asked."""
        return as_log(self.events)

    @property
    def ruled_log(self) -> bytes:
        """The log with the ruling, what follows from it, and what was played afterwards."""
        return as_log((*self.events, *self.ruling_events))

    @property
    def path(self) -> Path:
        """Where the log stands among the samples."""
        return FOLDER / f"{self.name}{SUFFIX}"

    @property
    def ruled_path(self) -> Path:
        """Where the log after the ruling stands."""
        return FOLDER / f"{self.name}-ruled{SUFFIX}"


def as_log(events: tuple[Fields, ...]) -> bytes:
    """A chained log of these events."""
    return b"".join(write_log(event_body(one) for one in events))


@cache
def narrations() -> tuple[Narration, ...]:
    """All of them, in the order in which they are told."""
    return tuple(sorted((read(path) for path in FOLDER.glob("*.toml")), key=lambda one: one.order))


def read(path: Path) -> Narration:
    """One of them."""
    told = tomllib.loads(path.read_text("utf-8"))
    events = _recorded(told, path.stem)
    shows = f"{events[0]['ruleset']}: {told['title']}"
    events = as_sample(events, shows)
    disputed = next(one["seq"] for one in reversed(events) if one["type"] == "dispute")
    rulings = tuple(told["ruling"])
    return Narration(
        name=path.stem,
        title=told["title"],
        order=told["order"],
        story=told["story"],
        question=told["question"],
        on=marked(told["log"]),
        disputed=disputed,
        events=tuple(events),
        rulings=rulings,
        ruling_events=tuple(as_sample(_after(told, len(events), disputed), shows)),
        verdict=Verdict(**{name: _kept(value) for name, value in told["verdict"].items()}),
        recorded=_standing(told["recorded"]),
        ruled=_standing(told["ruled"]),
        between={int(seq): _findings(found) for seq, found in told.get("between", {}).items()},
    )


def _kept(value: Any) -> Any:
    """Lists as tuples; "unknown" stands for what cannot be judged, which TOML has no word for."""
    return tuple(value) if isinstance(value, list) else None if value == "unknown" else value


def _standing(told: dict[str, Any]) -> Standing:
    dead = tuple(told.pop("dead", ()))
    return Standing(findings=_findings(told.pop("findings", ())), dead=dead, **told)


def _findings(told: Iterable[tuple[str, int, str]]) -> tuple[tuple[str, int, str], ...]:
    return tuple((code, seq, rule) for code, seq, rule in told)


def _recorded(told: dict[str, Any], name: str) -> list[Fields]:
    """The log until the referee is asked: it has its name, and the dispute hangs on the event that is marked."""
    events = fields(told["log"])
    events[0]["game"] = name
    next(one for one in reversed(events) if one["type"] == "dispute")["on"] = marked(told["log"])
    return events


def _after(told: dict[str, Any], last: int, disputed: int) -> list[Fields]:
    """The rulings, each with what follows from it and what was played behind it."""
    made: list[Fields] = []
    played = told["log"]
    for ruling in told["ruling"]:
        if "dispute" in ruling:
            disputed = last + len(made) + 1
            made.append({"type": "dispute", "seq": disputed, **ruling["dispute"]})
        made += ruling_events(ruling, last + len(made), disputed)
        if "afterwards" in ruling:
            before = len(fields(played))
            played += "\n" + ruling["afterwards"]
            for event in fields(played)[before:]:
                made.append({**event, "seq": last + len(made) + 1})
    return made


def ruling_events(ruling: dict[str, Any], last: int, disputed: int) -> list[Fields]:
    """A ruling, and what is appended with it, behind event `last`."""
    seq = last + 1
    made: list[Fields] = [
        {"type": "ruling", "on": disputed, "decision": ruling["decision"], "text": ruling["text"], "recorder": _REFEREE}
    ]
    made += [_correction({**one, "of": of}, seq) for one in ruling.get("correction", ()) for of in _each(one)]
    made += [{"type": "penalty", **one, "on": seq} for one in ruling.get("penalty", ())]
    return [{"seq": seq + number, **one} for number, one in enumerate(made)]


def _each(correction: dict[str, Any]) -> list[int | None]:
    """The events that are corrected in the same way; one None where something is added `after` one."""
    of = correction.get("of")
    return list(of) if isinstance(of, list) else [of]


def _correction(told: dict[str, Any], ruling: int) -> Fields:
    """A correction: `of` or `after` an event, `events` in short notation, none to make it void."""
    events = fields(f"{told.get('game', 'game')}\n{told['events']}")[1:] if "events" in told else []
    inside = [{name: value for name, value in one.items() if name != "seq"} for one in events]
    place = {name: told[name] for name in ("of", "after") if told.get(name) is not None}
    return {
        "type": "correction", **place, "events": inside, "reason": told["reason"], "agreed": told["agreed"],
        "on": ruling, "recorder": _REFEREE,
    }  # fmt: skip

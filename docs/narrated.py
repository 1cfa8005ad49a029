"""The page of disputes: each is told in `sample_logs/disputes/NAME.toml`, and its logs lie beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.disputes.case import RulingInfo, disputes_of
from mjlog.disputes.dossier import Dossier, dossier, outcome_words
from mjlog.log.records import GameRecord, as_of
from mjlog.rulesets import load
from mjlog.seats import SEATS
from mjlog.sources import games_in
from mjlog.text import counted, list_words, signed
from mjlog.views.seen import said_at
from mjlog.views.words import seat_name

_Told = dict[str, Any]
_DEPTHS = {"full": "everything was", "table": "what the table saw was", "result": "only results were"}
_INTRODUCTION = """
Disputes as they happen at tables, by different rules, and how they are settled from the log. Each story ends where the
players ask a referee who was not there. The referee reads the dossier, and may say what the rules give and what the
record proves. In one of the stories the record proves neither side right.

Each log is among the samples, as it was when the referee was asked, and with the ruling. To read a dossier yourself:

```
{command}
```

To see what the log said before the ruling, give `--as-of` with the last event of that time to `mjlog audit`, `mjlog
replay` or `mjlog sheet`. In your database `mjlog ruling` appends the ruling, and what follows from it.
"""


def cases_page(folder: Path, note: str, address: Callable[[str], str]) -> str:
    """All disputes of a folder as one page: a table of them, then each with its story, its dossier and its ruling.

    `address`: where a rule stands, below `lookup/`.
    """
    told = {path: tomllib.loads(path.read_text("utf-8")) for path in folder.glob("*.toml")}
    ordered = sorted(told, key=lambda path: int(told[path]["order"]))
    first = _view(_log(ordered[0]))
    command = f"mjlog dossier sample_logs/disputes/{_log(ordered[0]).name} {_dispute(first)}"
    lines = [note, "# Disputes, and how they are settled", _INTRODUCTION.format(command=command).rstrip(), ""]
    lines += ["| | dispute | rules | finding | decision |", "|---|---|---|---|---|"]
    lines += [_row(path, told[path]) for path in ordered]
    for path in ordered:
        lines += ["", *_case(path, told[path], address)]
    return "\n".join(lines).rstrip() + "\n"


def _row(path: Path, told: _Told) -> str:
    title = str(told["title"])
    codes = list(dict.fromkeys(code for code, _, _ in told["recorded"].get("findings", ())))
    found = ", ".join(f"[{code}](../lookup/findings.md#{code})" for code in codes) or "none"
    ruleset = _ruleset(_view(_log(path)))
    return (
        f"| {told['order']} | [{title}](#{_anchor(told)}) | [{ruleset}](../lookup/rules/{ruleset}.md) | {found} | "
        f"{', then '.join(one['decision'] for one in told['ruling'])} |"
    )


def _heading(told: _Told) -> str:
    return f"{told['order']}. {told['title']}"


def _anchor(told: _Told) -> str:
    kept = "".join(one for one in _heading(told).lower() if one.isalnum() or one in "- ")
    return kept.replace(" ", "-")


# -- logs --------------------------------------------------------------------------------------------------------


def _log(path: Path, ruled: bool = False) -> Path:
    return path.with_name(f"{path.stem}{'-ruled' if ruled else ''}.mjlog.jsonl")


def _record(path: Path) -> GameRecord:
    return next(games_in(str(path)))


def _view(path: Path, until: int | None = None) -> Game:
    return Game(as_of(_record(path), until))


def _ruleset(view: Game) -> str:
    """The id of the rule set."""
    return next(row.ruleset for row in view.rows if isinstance(row, ev.GameStart))


def _dispute(view: Game) -> int:
    """The number of the dispute that a log ends with."""
    return disputes_of(view.rows)[-1].seq


# -- one dispute -------------------------------------------------------------------------------------------------


def _case(path: Path, told: _Told, address: Callable[[str], str]) -> Iterator[str]:
    asked = _view(_log(path))
    dispute = _dispute(asked)
    one = dossier(asked, dispute)
    ended = _view(_log(path, ruled=True))
    settled = dossier(ended, dispute)
    yield from (f"## {_heading(told)}", "", *_paragraphs(told["story"]), f"**{told['question']}**", "")
    yield from _recorded(path, one)
    yield from _rules(told, _ruleset(asked), address)
    rulings = [ruling for case in disputes_of(ended.rows, ended.log.corrections) for ruling in case.rulings]
    for ruling, made in zip(told["ruling"], rulings, strict=True):
        yield from _ruling(path, ruling, made)
    if any("afterwards" in ruling for ruling in told["ruling"]) and settled.outcomes and settled.over:
        yield from (f"Played on from there: {outcome_words(settled.outcomes[-1])}.", "")
    yield from _money(told, one)


def _paragraphs(text: str) -> Iterator[str]:
    for part in text.strip().split("\n\n"):
        yield from (" ".join(part.split()), "")


def _recorded(path: Path, one: Dossier) -> Iterator[str]:
    """What the dossier says: the events round the one disputed, the finding, what is certain and what is not."""
    depth = _DEPTHS[one.depth]
    progress = "" if one.over else "; the hand goes on, so the referee sees what the table sees"
    yield f"The record ([log](../../sample_logs/disputes/{_log(path).name}), {depth} written down{progress}):"
    yield from ("", "```")
    for line in one.event.near:
        yield f"{'>' if line.seq <= one.event.seq <= line.until else ' '} {line.seq:>3}  {line.words}"
    yield from ("```", "")
    for finding in (*one.called, *one.findings):
        at = f", in the call, event {finding.seq}" if finding in one.called else ""
        code = f"[{finding.code}](../lookup/findings.md#{finding.code})"
        yield f"- Found ({finding.severity}{at}): {code}: {_plain(finding.message)}"
    if not one.findings and not one.called:
        yield "- Found: nothing at this event"
    yield from (f"- Certain: {_plain(text)}" for text in one.certain)
    yield from (f"- Not to be known: {_plain(text)}" for text in one.unknown)
    yield ""


def _plain(text: str) -> str:
    return text.replace("|", "\\|").rstrip(".")


def _rules(told: _Told, ruleset: str, address: Callable[[str], str]) -> Iterator[str]:
    """The rules that the ruling rests on, in the words of the rule set."""
    known = load(ruleset)
    for rule_id in dict.fromkeys(rule for ruling in told["ruling"] for rule in ruling["rests_on"]):
        rule = known.rule(rule_id)
        assert rule is not None, f"{rule_id} is no rule of {ruleset}"
        reading = f" *Reading*: {rule.reading}" if rule.reading else ""
        yield f"> [{rule_id}](../lookup/{address(rule_id)}): {rule.text}{reading}"
        yield ">"
    yield ""


def _ruling(path: Path, told: _Told, made: RulingInfo) -> Iterator[str]:
    """The ruling and its reasons, and what was appended to the log with it."""
    yield from (f"**Ruling: {told['decision']}.** {told['text']}", "", *_paragraphs(told["why"]))
    last = max((made.seq, *made.consequences))
    view = _view(_log(path, ruled=True), last)
    events = {event.seq: event for event in view.log.events}
    said = [*_corrections(view, [events[seq] for seq in made.corrections])]
    said += [_fine(events[seq]) for seq in made.penalties]
    if said:
        yield from (f"Appended with it: {'; '.join(said)}.", "")


def _corrections(view: Game, events: list[ev.Event]) -> Iterator[str]:
    """What each makes of its event; those that make several void for one reason in one."""
    made = [event for event in events if isinstance(event, ev.Correction)]
    for (is_void, reason), group in groupby(made, lambda event: (not event.events, event.reason)):
        several = list(group)
        if is_void:
            names = list_words([str(event.of) for event in several])
            yield f"{'event' if len(several) == 1 else 'events'} {names} made void ({reason})"
        else:
            yield from (f"event {event.of} now reads “{_now(view, event)}” ({reason})" for event in several)


def _now(view: Game, event: ev.Correction) -> str:
    place = view.place_of(event.seq)
    assert place is not None
    return said_at(view, place)


def _fine(event: ev.Event) -> str:
    assert isinstance(event, ev.Penalty)
    shares = [f"{seat_name(seat)} {(event.to or {})[seat]}" for seat in SEATS if seat in (event.to or {})]
    to = f", to {list_words(shares)}" if shares else ""
    return f"{seat_name(event.seat)} is fined {counted(event.amount, 'point')}{to} ({event.reason})"


def _money(told: _Told, one: Dossier) -> Iterator[str]:
    """What every player has won and lost, as it was recorded and in the end."""
    before, after = told["recorded"]["totals"], told["ruled"]["totals"]
    if before == after:
        yield "No points change hands."
        return
    players = list(after)
    yield f"| totals | {' | '.join(players)} |"
    yield "|---|" + "---:|" * len(players)
    if one.over:
        yield f"| when the referee was asked | {' | '.join(signed(before[name]) for name in players)} |"
    yield f"| in the end | {' | '.join(signed(after[name]) for name in players)} |"
    if one.over:
        yield f"| difference | {' | '.join(signed(after[name] - before[name]) for name in players)} |"

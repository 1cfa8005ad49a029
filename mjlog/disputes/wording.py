"""What a dossier says in words, the same in a terminal and on paper."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from mjlog.audit.report import Points
from mjlog.disputes.applicable_rules import RuleAsked
from mjlog.disputes.dossier import Dossier, OptionInForce, Recorded
from mjlog.disputes.reading import Outcome
from mjlog.disputes.register import LONGEST, CaseInfo, RulingInfo
from mjlog.disputes.why import Silent, short_words
from mjlog.findings import Severity
from mjlog.reports.finding_words import finding_words
from mjlog.seats import SEATS, Seat
from mjlog.text import as_command, counted, list_words, points, quoted, shell_word, shown, signed, with_name
from mjlog.tiles import UNKNOWN, Tile
from mjlog.views.naming import player_words, seat_name
from mjlog.views.text_table import text_table

VERDICTS = {
    "broken": "Broken", "open": "Depends on unseen tiles", "noted": "To be said", "applies": "By this it is counted",
    "kept": "Kept",
}  # fmt: skip
AT_EVERY_TABLE = "holds at every table"
EACH_SAW = "What each player saw, beside what lies open: the player's own tiles, and backs of all others"
_LONGEST = 700


def title_words(dossier: Dossier) -> str:
    """What the dossier is: of which dispute, or of which event."""
    what = f"Dispute {dossier.dispute.seq}" if dossier.dispute is not None else f"Event {dossier.event.seq}"
    return f"{what} in {shown(dossier.game, 60)}"


def heading_words(one: Dossier) -> list[tuple[str, str]]:
    """What stands at the top, by name: where the game was, its rules, the hand, who sat where."""
    version = f", version {one.ruleset.version}" if one.ruleset.version is not None else ""
    rules = f"{one.ruleset.title} ({one.ruleset.id}{version})" if one.ruleset.id is not None else "not known"
    round_ = "" if not one.has_round or one.round is None else f", {one.round.wind_name} round"
    progress = "" if one.over else ", in progress"
    seats = [f"{with_name(player, one.names)} ({seat.wind_name})" for seat, player in one.players.items()]
    then = "" if one.as_of is None else f"event {one.as_of}: what the log said when that was its last one"
    parts = [
        ("as of", then),
        ("rules", rules),
        ("place", ", ".join(part for part in (one.place, one.table) if part)),
        ("hand", f"{one.hand}{round_}{progress}" if one.hand is not None else "before the first hand"),
        ("players", ", ".join(seats)),
    ]
    return [(name, text) for name, text in parts if text]


def dispute_words(dossier: Dossier, case: CaseInfo) -> str:
    """Who objects to what."""
    seat = seat_name(case.seat) if case.seat is not None else ""
    player = with_name(case.player, dossier.names) if case.player is not None else ""
    who = f"{player} ({seat})" if seat and player else seat or "Somebody"
    about = f"event {case.on}" if case.on else "no event"
    when = f", {shown(case.at)}" if case.at is not None else ""
    by = f", written down by {shown(case.recorder)}" if case.recorder is not None else ""
    return f"{who} objects to {about} (dispute {case.seq}{when}{by})"


def standing_words(case: CaseInfo) -> str:
    """Whether a dispute is open, or how it was ruled."""
    if case.ruling is None:
        return "open"
    again = f" (again, {len(case.rulings)} rulings)" if len(case.rulings) > 1 else ""
    return f"ruled{f': {shown(case.ruling.decision)}' if case.ruling.decision is not None else ''}{again}"


def ruling_words(ruling: RulingInfo) -> str:
    """A ruling, and what follows from it."""
    decision = f" {shown(ruling.decision)}" if ruling.decision is not None else ""
    when = f", {shown(ruling.at)}" if ruling.at is not None else ""
    by = f", by {shown(ruling.recorder)}" if ruling.recorder is not None else ""
    parts = [numbered("correction", ruling.corrections), numbered("penalty", ruling.penalties, "penalties")]
    follows = f" [{list_words([part for part in parts if part])}]" if any(parts) else ""
    return f"Ruling {ruling.seq}{when}{by}:{decision and f'{decision}:'} {shown(ruling.text, LONGEST)}{follows}"


def numbered(what: str, seqs: Sequence[int], plural: str = "") -> str:
    """Events of a kind by their numbers, those that follow one another together; empty for none.

    >>> numbered("correction", [19, 20, 21, 22, 30]), numbered("penalty", [7])
    ('corrections 19 to 22 and 30', 'penalty 7')
    """
    if len(seqs) < 2:
        return "".join(f"{what} {seq}" for seq in seqs)
    runs: list[list[int]] = []
    for seq in seqs:
        if runs and seq == runs[-1][-1] + 1:
            runs[-1].append(seq)
        else:
            runs.append([seq])
    phrases = [f"{run[0]} to {run[-1]}" if len(run) > 2 else list_words([str(seq) for seq in run]) for run in runs]
    return f"{plural or what + 's'} {list_words(phrases) if len(phrases) > 1 else phrases[0]}"


def recorded_words(recorded: Recorded) -> str:
    """An event as it was written down."""
    rest = "" if recorded.is_whole else " (as everybody saw it, or shortened)"
    return shown(recorded.text, _LONGEST) + rest


def seen_words(dossier: Dossier) -> list[tuple[str, str]]:
    """What each player saw beside what lies open: codes of the player's own tiles; nothing while the hand goes on."""
    views = [(seat, dossier.before[seat.value]) for seat in SEATS if seat.value in dossier.before]
    return [(player_words(seat, dossier.players), tile_codes(board.seat(seat).concealed)) for seat, board in views]


def tile_codes(tiles: Sequence[Tile]) -> str:
    """Tiles of a hand as codes, and how many of them are not known."""
    known = [str(tile) for tile in tiles if tile.kind != UNKNOWN]
    hidden = len(tiles) - len(known)
    return " ".join([*known, *([f"{hidden} not known"] if hidden else [])]) or "no tile"


NO_FINDING = "No rule was broken: the audit reports nothing at this event."
NOT_REPORTED = "The audit reports nothing at this event, and it was not legal: see what is certain."
LEFT_OPEN = "No rule was broken for certain: the audit reports nothing at this event. See what cannot be known."
NOT_JUDGED = "Nothing was found at this event, and it could not be judged: see what cannot be known."
SO_FAR = "The hand is in progress: what lies hidden is judged when it is over."
NOTHING_SEEN = f"Nothing that everybody could see breaks a rule at this event. {SO_FAR}"
SEEN_WRONG = f"By what everybody could see it was not legal: see what is certain. {SO_FAR}"


def found_words(dossier: Dossier) -> list[str]:
    """What was found at the event, or that nothing was."""
    called = [f"At the call, event {finding.seq}: {finding_words(finding)}" for finding in dossier.called]
    if dossier.findings or called:
        return [*(finding_words(finding) for finding in dossier.findings), *called]
    if dossier.hand is not None and not dossier.over:
        return [SEEN_WRONG if dossier.legal is False else NOTHING_SEEN if dossier.legal else f"{NOT_JUDGED} {SO_FAR}"]
    if dossier.legal is False:
        return [NOT_REPORTED]
    if dossier.unseen is not None and dossier.unseen.is_open:
        return [LEFT_OPEN]
    return [NO_FINDING if dossier.legal or dossier.hand is None else NOT_JUDGED]


def rule_name(rule: RuleAsked) -> str:
    """The id of a rule, or that it belongs to none."""
    return shown(rule.id, 80) if rule.id is not None else AT_EVERY_TABLE


def kept_words(rule: RuleAsked) -> list[str]:
    """What a rule demands that was kept, each with an act that it would have refused."""
    return [
        f"{demand.words}" + (f" (refused would be: {shown(demand.otherwise, 200)})" if demand.otherwise else "")
        for demand in rule.kept
    ]


def silent_words(one: Silent) -> str:
    """Rules that are silent, and why."""
    return f"{list_words(one.rules)}, {short_words(one.verdict)}: {shown(one.words, _LONGEST)}"


def option_words(one: OptionInForce) -> str:
    """An option in force."""
    usual = "" if one.value == one.default else f" (usually {_value(one.default)})"
    by = f", since correction {list_words(map(str, one.corrections))}" if one.corrections else ""
    return f"{one.name} is {_value(one.value)}{usual}{by}" + (f": {one.text}" if one.text else "")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return shown(value, 40) if isinstance(value, str | int) else quoted(value, 40)


def outcome_words(outcome: Outcome) -> str:
    """How a hand ends in one reading of it."""
    if outcome.winner is not None and outcome.is_no_win:
        return f"{seat_name(outcome.winner)}'s mahjong is no win by the rules"
    if outcome.is_replayed:
        return "the hand is void and played again"
    if outcome.winner is not None:
        return f"{seat_name(outcome.winner)} wins"
    return "the hand is drawn" if outcome.is_washout else "nobody wins"


def outcome_rows(outcomes: Sequence[Outcome], seats: Iterable[Seat]) -> list[tuple[str, list[list[str]]]]:
    """Scores and payments as rows: a name, and for each reading a cell for each seat; empty where nothing is known."""
    order = [seat for seat in SEATS if seat in seats]
    rows = []
    for name, field, is_signed in _ROWS:
        found: list[Points] = [getattr(outcome, field) or {} for outcome in outcomes]
        if any(found):
            write = signed if is_signed else points
            rows.append((name, [[write(each[seat]) if seat in each else "" for seat in order] for each in found]))
    return rows


_ROWS = (
    ("announced", "announced", False), ("worth", "computed", False), ("paid", "paid", True), ("due", "due", True),
    ("penalties", "fines", True), ("gets in all", "gets", True),
)  # fmt: skip


def dead_words(dossier: Dossier) -> list[str]:
    """Dead hands: those dead at that moment, and those of the whole hand, with what follows by the rules."""
    dead = {seat: reason.replace("-", " ") for seat, reason in dossier.dead.items()}
    then = [f"{seat_name(seat)}'s hand was dead by then ({reason})" for seat, reason in dead.items()]
    return [*then, *("; ".join(each.words) for each in dossier.dead_hands)]


def proof_words(dossier: Dossier) -> list[str]:
    """The head of the log, how to check it, and the ids of the events of the dispute."""
    head, ids = proof_lines(dossier)
    return [*head, *ids]


def proof_lines(dossier: Dossier) -> tuple[list[str], list[str]]:
    """The head of the log and how to check it; and a line for the id of each event."""
    if dossier.proof is None:
        return ["There is no head of the log to print: it is not whole, or nothing may be told of it yet"], []
    before = "" if dossier.over else ", before the hand in progress"
    head = [
        f"The log had {counted(dossier.proof.events, 'event')}{before}; the id of the last is {dossier.proof.head}",
        f"Checkpoint, to be typed: {dossier.proof.short}",
        f"To check: mjlog verify FILE --head {shell_word(dossier.proof.short)}, FILE being the log or the database",
    ]
    return head, [f"{each.what.capitalize()} {each.seq}: {each.id}" for each in dossier.proof.ids]


# -- for a terminal ---------------------------------------------------------------------------------------------------


_INFO = Severity.INFO.value


def dossier_text(one: Dossier, width: int = 80) -> str:
    """The whole dossier; ends with a line feed."""
    parts = [
        _heading(one), _dispute(one), _event(one), _table(one), _section("Found", found_words(one)), _certainty(one),
        _rules(one), _legal(one), _outcomes(one), _section("Proof", proof_words(one)),
    ]  # fmt: skip
    blocks = [[line for text in part for line in _wrapped(text, width)] for part in parts]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """One line of the dossier in as many as it needs; a picture of the table stays as it is."""
    if len(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip(" "))
    return textwrap.wrap(text, width, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title.upper(), *lines] if lines else []


def _heading(dossier: Dossier) -> list[str]:
    title = title_words(dossier)
    return [title, "=" * len(title), *(f"{name}: {text}" for name, text in heading_words(dossier))]


def _dispute(dossier: Dossier) -> list[str]:
    if dossier.dispute is None:
        return _section("The dispute", ["nobody has objected to this event"])
    lines = [f"{dispute_words(dossier, dossier.dispute)}:", f"  {shown(dossier.dispute.text, LONGEST)}"]
    lines += [ruling_words(ruling) for ruling in dossier.dispute.rulings] or ["Not ruled yet"]
    for other in dossier.others:
        words = shown(other.text, LONGEST)
        lines += [f"Also: {dispute_words(dossier, other)}: {words} ({standing_words(other)})"]
    return _section("The dispute", lines)


def _event(dossier: Dossier) -> list[str]:
    event = dossier.event
    lines = [f"{event.seq}  {event.words or 'nothing is read here'}"]
    lines += [f"  as recorded, {part.what} {part.seq}: {recorded_words(part)}" for part in event.recorded]
    if event.correction is not None:
        lines.append(event.correction.words)
    here = [f"{'>' if line.seq <= event.seq <= line.until else ' '} {line.seq}  {line.words}" for line in event.near]
    return _section("The event", [*lines, *([""] if here else []), *here])


def _table(dossier: Dossier) -> list[str]:
    board = dossier.board
    if board is None:
        return _section("The table just before", ["the hand has not begun"])
    lines = text_table(board, width=72).rstrip("\n").split("\n")
    own = [f"  {who}: {tiles}" for who, tiles in seen_words(dossier)]
    if own:
        own = ["", EACH_SAW, *own]
    return _section("The table just before", [*lines, *own])


def _certainty(dossier: Dossier) -> list[str]:
    return [
        *_section("What is certain", [f"- {text}" for text in dossier.certain] or ["- nothing about this event"]),
        *_section("What cannot be known", [f"- {text}" for text in dossier.unknown] or ["- nothing that bears on it"]),
    ]


def _rules(one: Dossier) -> list[str]:
    lines = [line for rule in one.rules for line in _rule(rule)]
    options = [f"option {option_words(option)}" for option in one.options]
    silent = [f"[silent] {silent_words(each)}" for each in one.silent]
    ask = [f"why? {as_command('explain', one.silent[0].rules[0], one.game, one.event.seq)}"] if silent else []
    return [
        *_section("The rules that bear on it", [*(lines or ["none"]), *options]),
        *_section("Rules that are silent", [*silent, *ask]),
    ]


def _rule(rule: RuleAsked) -> Iterator[str]:
    gravity = f", {rule.severity}" if rule.severity not in (None, "error") else ""
    yield f"[{VERDICTS[rule.verdict]}{gravity}] {rule_name(rule)}" + (f": {rule.text}" if rule.text else "")
    label = {"broken": "wrong", "open": "if it was so"}.get(rule.verdict, "said")
    yield from (f"    {label}: {words}" for words in rule.says)
    if rule.reading:
        yield f"    reading: {rule.reading}"
    yield from (f"    kept: {words}" for words in kept_words(rule))
    if rule.source:
        yield f"    source: {rule.source}"


def _legal(dossier: Dossier) -> list[str]:
    lines = [
        f"{seat_name(part.seat) if part.seat is not None else 'Anybody'}: {'; '.join(part.acts)}"
        for part in dossier.possible
    ]
    section = _section("What was legal at that moment", lines)
    return [*section, *_section("Who could claim the tile", dossier.claims)]


def _outcomes(dossier: Dossier) -> list[str]:
    lines: list[str] = []
    head = f"  {'':14}{''.join(seat.value.rjust(9) for seat in SEATS if seat in dossier.players)}"
    for outcome in dossier.outcomes:
        lines.append(f"{outcome.label}: {outcome_words(outcome)}")
        rows = outcome_rows([outcome], dossier.players)
        lines += [head] if rows else []
        lines += [f"  {name:14}{''.join(cell.rjust(9) for cell in cells[0])}" for name, cells in rows]
        lines += [f"  {text}" for text in (outcome.worth if outcome is dossier.outcomes[0] else outcome.difference)]
    if not dossier.outcomes and dossier.hand is not None:
        lines = ["the hand is in progress: nothing can be said of what it comes to"]
    section = _section("Scores and payments, with it and without", lines)
    return [*section, *_section("Dead hands", [f"- {text}" for text in dead_words(dossier)])]

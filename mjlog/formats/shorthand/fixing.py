"""Corrections as they are typed: `fix 37 5c -- misheard`, `fix 37 void`, `fix after 37 sp`, `fix seats 3 ben anna`,
`fix player clo cleo`, `fix option robbing_kong=true`, `fix card riverside`, and of a correction that was made at the
wrong place `fix 51 for 22 5c`.

An act of a correction is read at the table as it stood at that place of the log. Source: docs/lookup/shorthand.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from mjlog import events as ev
from mjlog.errors import NotationError
from mjlog.formats.shorthand.filling import check_options
from mjlog.formats.shorthand.long_form import value_of
from mjlog.formats.shorthand.reading import acts_in, read_act
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.log.corrections import KEPT_ID, apply_corrections, fold_until, other_game_in
from mjlog.log.records import Fault, Row
from mjlog.rulesets.resolve import typed_options
from mjlog.seats import SEATS
from mjlog.text import about_brackets, quoted, shown

NO_REASON = "no reason given"
"""What a log says of a correction where nobody said why: it has to say something."""
_EVENT = re.compile(r"fix\s+(?P<after>after\s+)?(?P<seq>[0-9]{1,9})\s+(?P<acts>.+)", re.IGNORECASE)
_MEANT = re.compile(
    r"fix\s+(?P<seq>[0-9]{1,9})\s+for(?:\s+(?P<after>after\s+)?(?P<meant>[0-9]{1,9})(?:\s+(?P<acts>.+))?)?",
    re.IGNORECASE,
)
_SEATS = re.compile(r"fix\s+seats\s+(?P<hand>[0-9]{1,6})\s+(?P<players>.+)", re.IGNORECASE)
_PLAYER = re.compile(r"fix\s+player\s+(?P<wrong>\S+)\s+(?P<right>\S+)", re.IGNORECASE)
_OPTIONS = re.compile(r"fix\s+option\s+(?P<pairs>\S+)", re.IGNORECASE)
_CARD = re.compile(r"fix\s+card\s+(?P<card>\S+)", re.IGNORECASE)
_AGREED = " -- agreed "
_NOT_KEPT = ("seq", "id", "prev")

SceneOf = Callable[[Sequence[Row]], Scene]
"""The table that rows of a log, as corrected, lead to."""


def read_at(text: str, scene: Scene, events: Sequence[ev.Event], scene_of: SceneOf) -> list[Fields]:
    """An act at the table where a log has come to, or a correction of the log.

    Raises:
        MjlogError: it cannot be read; the message says what was expected.
    """
    is_fix = text.split(None, 1)[:1] and text.split(None, 1)[0].lower() == "fix"
    try:
        return read_fix(text, events, scene_of) if is_fix else read_act(text, scene)
    except NotationError as error:
        hint = "" if text.lstrip().startswith("{") else about_brackets(text)
        if not hint:
            raise
        raise NotationError(f"{error}; {hint}") from None


def fix_of_one(text: str) -> tuple[int, list[str]] | None:
    """The event that a `fix` puts something else in the place of, and the acts of that; None for any other line.

    >>> fix_of_one("fix 37 5c -- misheard"), fix_of_one("fix 37 void"), fix_of_one("fix after 37 sp")
    ((37, ['5c']), (37, []), None)
    """
    what, _, why = text.strip().partition(" -- ")
    match = _EVENT.fullmatch(what.strip())
    # Who agrees to a correction agrees to one that stays to be seen.
    if match is None or match["after"] or _AGREED in f" -- {why}" or _MEANT.fullmatch(what.strip()):
        return None
    acts = match["acts"]
    return int(match["seq"]), [] if acts.strip().lower() == "void" else [act.text for act in acts_in(acts)]


def read_fix(text: str, events: Sequence[ev.Event], scene_of: SceneOf) -> list[Fields]:
    """The correction that is typed; of wrong seats one for each hand that is seated anew.

    Raises:
        MjlogError: it cannot be read, or there is no such event or hand.
    """
    what, _, why = text.partition(" -- ")
    reason, agreed = _why(why.strip(), events)
    what = what.strip()
    if match := _SEATS.fullmatch(what):
        made = _fix_seats(events, int(match["hand"]), match["players"].split(), reason, scene_of)
    elif match := _PLAYER.fullmatch(what):
        made = rename_player(events, match["wrong"], match["right"], reason)
    elif match := _OPTIONS.fullmatch(what):
        made = [_fix_option(match["pairs"], reason, events, scene_of)]
    elif match := _CARD.fullmatch(what):
        made = [_fix_card(match["card"], reason, events, scene_of)]
    elif match := _MEANT.fullmatch(what):
        made = _fix_the_place(match, reason, events, scene_of)
    elif match := _EVENT.fullmatch(what):
        made = [_of_one_event(match["seq"], match["after"] is not None, match["acts"], reason, events, scene_of)]
        _keep_the_beginning(events, made[0])
    else:
        raise NotationError(
            f"{quoted(text, 60)} is no correction; expected one like `fix 37 5c -- misheard`, `fix 37 void`, "
            "`fix after 37 sp`, `fix seats 3 ben anna cleo dora`, `fix player clo cleo`, "
            "`fix option robbing_kong=true`, `fix card riverside` or, of correction 51, `fix 51 for 22 5c`"
        )
    return [_agreed_by(agreed, fields) for fields in made] if agreed else made


def _agreed_by(players: list[str], fields: Fields) -> Fields:
    """The correction with who agreed to it, and to the one that it says was meant."""
    inside = [_agreed_by(players, field) if field["type"] == "correction" else field for field in fields["events"]]
    return {**fields, "events": inside, "agreed": players}


def _of_one_event(
    number: str, after: bool, text: str, reason: str, events: Sequence[ev.Event], scene_of: SceneOf
) -> Fields:
    """The correction of one event, or of what is read after it; its acts are read at that place of the log."""
    seq = _number_of(number, events)
    acts = [] if text.strip().lower() == "void" else [act.text for act in acts_in(text)]
    if after and not acts:
        raise NotationError("nothing is void after an event; expected the acts that are to be read there")
    rows, made = fold_until(_rows(events), seq, after), list[Fields]()
    for act in acts:
        read = _of_its_winner(read_act(act, scene_of(rows)), None if after else events[seq - 1])
        made += read
        rows = [*rows, *((_as_event(change, seq), None) for change in read)]
    if after and not made:
        raise NotationError(f"{quoted(text.strip(), 60)} adds nothing after event {seq}: it is announced there already")
    if not after:
        made = [_game_start(change, events) if change["type"] == "game-start" else change for change in made]
    return {"type": "correction", "after" if after else "of": seq, "events": made, "reason": reason}


def _of_its_winner(read: list[Fields], wrong: ev.Event | None) -> list[Fields]:
    """Of payments to several winners the one to the winner of the payment that is corrected."""
    winner = wrong.for_ if isinstance(wrong, ev.Settlement) else None
    return read if winner is None else [act for act in read if act.get("for") in (None, winner.value)]


_OF_THE_RULES = ("ruleset", "version", "digest", "options", "card")
"""What a game-start says of the rules: it goes with the rule set."""


def _start_now(events: Sequence[ev.Event]) -> ev.GameStart | None:
    """The beginning of the game, as corrected."""
    read = (row for row, _where in apply_corrections(_rows(events)))
    return next((row for row in read if isinstance(row, ev.GameStart)), None)


def _game_start(fields: Fields, events: Sequence[ev.Event]) -> Fields:
    """A game-start with what the one read now says besides: place, table, date, and options of the same rules.

    Raises:
        NotationError: somebody who is named no more sits in a hand; a handle that was misspelt stands in all of these.
    """
    start = _start_now(events)
    if start is None:
        return fields
    now = [row for row, _where in apply_corrections(_rows(events)) if isinstance(row, ev.Seats | ev.HandStart)]
    sitting = {player for event in now for player in event.seats.values()}
    lost = [player for player in start.players if player in sitting - set(fields["players"])]
    if lost:
        new = next((player for player in fields["players"] if player not in sitting), "cleo")
        raise NotationError(
            f"{quoted(lost[0], 40)} sits in hands of this game, which would be of somebody else then; expected "
            f"`fix player {lost[0]} {new}`, which is carried through all of it"
        )
    before = plain_fields(start)
    if before["ruleset"] != fields["ruleset"]:
        return {**{name: value for name, value in before.items() if name not in _OF_THE_RULES}, **fields}
    options = {**before.get("options", {}), **fields.get("options", {})}
    return {**before, **fields, **({"options": options} if options else {})}


def _fix_option(pair: str, reason: str, events: Sequence[ev.Event], scene_of: SceneOf) -> Fields:
    """An option of the rule set was another all along: the game as it begins, with that option."""
    name, equals, value = pair.partition("=")
    start, rules = _start_now(events), scene_of(list(_rows(events))).rules
    if not equals or start is None or rules is None:
        raise NotationError(f"{quoted(pair, 40)}: expected an option and its value, like `fix option players=3`")
    fields = plain_fields(start)
    option = typed_options(rules.ruleset, {name: value_of(name, value)})
    check_options(option, rules.ruleset)
    if start.options is not None and start.options.get(name) == option[name]:
        raise NotationError(f"{pair} is what the game is played by already")
    return _begun_otherwise(events, {**fields, "options": {**fields.get("options", {}), **option}}, reason)


def _begun_otherwise(events: Sequence[ev.Event], fields: Fields, reason: str) -> Fields:
    """The correction of the beginning of a game."""
    first = next(event.seq for event in events if isinstance(event, ev.GameStart))
    return {"type": "correction", "of": first, "events": [fields], "reason": reason}


def _fix_card(name: str, reason: str, events: Sequence[ev.Event], scene_of: SceneOf) -> Fields:
    """The game was played by another score card all along: one that is at hand."""
    start, scene = _start_now(events), scene_of(list(_rows(events)))
    if start is None or not scene.table.plan.family.wins_by_card:
        raise NotationError(f"{quoted(name, 40)}: the rules of this game go by no score card")
    named_card = next((card for card in scene.cards.cards() if card.id.lower() == name.lower()), None)
    if named_card is None:
        known = ", ".join(dict.fromkeys(card.id for card in scene.cards.cards()))
        raise NotationError(
            f"no score card {quoted(name, 40)} is at hand: there are {known}; another one is given with its file, "
            "--card FILE, and named here by its id"
        )
    card = {"id": named_card.id, "digest": named_card.digest}
    if plain_fields(start).get("card") == card:
        raise NotationError(f"the game is played by the card {quoted(named_card.id, 40)} already")
    return _begun_otherwise(events, {**plain_fields(start), "card": card}, reason)


def _number_of(number: str, events: Sequence[ev.Event]) -> int:
    seq = int(number)
    if not 1 <= seq <= len(events):
        raise NotationError(f"there is no event {seq}; expected one from 1 to {len(events)}")
    return seq


def _fix_the_place(match: re.Match[str], reason: str, events: Sequence[ev.Event], scene_of: SceneOf) -> list[Fields]:
    """A correction was meant for another event: it is withdrawn, and this is made instead."""
    wrong, meant = _number_of(match["seq"], events), match["meant"]
    if not isinstance(events[wrong - 1], ev.Correction):
        raise NotationError(f"event {wrong} is no correction, that could be meant for another event")
    if meant is None or match["acts"] is None:
        raise NotationError(
            f"which event was correction {wrong} meant for, and what is to be read there? expected an event and acts, "
            f"like `fix {wrong} for {meant or 22} 5c`, `fix {wrong} for {meant or 22} void` or `fix {wrong} for after "
            f"{meant or 22} sp`"
        )
    if _number_of(meant, events) == wrong:
        raise NotationError(f"correction {wrong} was meant for another event than itself")
    # What the wrong correction says is not read any more where the right one is made.
    withdrawn = ev.Correction(seq=len(events) + 1, of=wrong, events=(), reason=reason)
    right = _of_one_event(meant, match["after"] is not None, match["acts"], reason, [*events, withdrawn], scene_of)
    fields: Fields = {"type": "correction", "of": wrong, "events": [right], "reason": reason}
    _keep_the_beginning(events, fields)
    return [fields]


def _why(words: str, events: Sequence[ev.Event]) -> tuple[str, list[str]]:
    """The reason of a correction, and who agreed: the players behind the last `-- agreed`; `-`: nobody.

    Raises:
        NotationError: one of these is no player of the game.
    """
    reason, mark, names = f" -- {words}".rpartition(_AGREED)
    if not mark:
        return words or NO_REASON, []
    # Whom the log names as players, as recorded and as corrected.
    now = [row for row, _where in apply_corrections(_rows(events)) if not isinstance(row, Fault)]
    players = {player for event in (*events, *now) if isinstance(event, ev.GameStart) for player in event.players}
    seated = (event.seats for event in (*events, *now) if isinstance(event, ev.HandStart | ev.Seats))
    players |= {player for seats in seated for player in seats.values()}
    agreed = [] if names.strip() == "-" else names.split()
    stranger = next((name for name in agreed if name not in players), None)
    if stranger is not None:
        named = ", ".join(sorted(players))
        raise NotationError(
            f"{quoted(stranger, 40)} agreed: expected players of this game, {named}; where that is the reason: "
            f"`-- it was agreed {shown(names.strip(), 60)}`"
        )
    return reason.removeprefix(" -- ").strip() or NO_REASON, agreed


def _rows(events: Sequence[ev.Event]) -> Iterator[Row]:
    return ((event, None) for event in events)


def _as_event(fields: Fields, seq: int) -> ev.Event:
    try:
        return ev.convert_event({**fields, "seq": seq})
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotationError(f"this is no event: {str(error)[:200]}") from None


def _keep_the_beginning(events: Sequence[ev.Event], fields: Fields) -> None:
    """A game begins with its game-start, has one, and keeps its id.

    Raises:
        NotationError: it would not, as corrected.
    """
    correction = _as_event(fields, len(events) + 1)
    corrected = [row for row, _where in apply_corrections(_rows([*events, correction])) if not isinstance(row, Fault)]
    starts = [at for at, row in enumerate(corrected) if isinstance(row, ev.GameStart)]
    if starts != [0]:
        raise NotationError(
            "a game begins with one game-start; expected another in its place, like `fix 1 game tuesday western anna "
            "ben cleo dora`"
        )
    refuse_another_game(events, correction)


def refuse_another_game(events: Sequence[ev.Event], event: ev.Event) -> None:
    """No correction gives a game another id.

    Raises:
        NotationError: this one would.
    """
    start = next((earlier for earlier in events if isinstance(earlier, ev.GameStart)), None)
    other = other_game_in(event, start.game) if start is not None and isinstance(event, ev.Correction) else None
    if start is not None and other is not None:
        raise NotationError(f"the game-start names the game {quoted(other)}; expected {quoted(start.game)}: {KEPT_ID}")


# -- seats ----------------------------------------------------------------------------------------------------------

_Seating = ev.GameStart | ev.Seats | ev.HandStart | ev.GameEnd


def _fix_seats(
    events: Sequence[ev.Event], hand: int, players: Sequence[str], reason: str, scene_of: SceneOf
) -> list[Fields]:
    """From a hand on other players sat on the seats: all hands since are seated anew, in the same exchange.

    What is corrected already is corrected again: the exchange is of the seats as they are read now.
    """
    now = [row for row, _where in apply_corrections(_rows(events)) if not isinstance(row, Fault)]
    starts = [event for event in now if isinstance(event, ev.HandStart) and event.hand >= hand]
    if not starts or starts[0].hand != hand:
        raise NotationError(f"there is no hand {hand} in this game")
    wrong = [starts[0].seats[seat] for seat in SEATS if seat in starts[0].seats]
    if sorted(wrong) != sorted(players):
        names = ", ".join(sorted(wrong))
        raise NotationError(
            f"{' '.join(players)}: expected {names}, in the order East, South, West, North; a handle that was written "
            "down wrong is corrected by `fix player WRONG RIGHT`"
        )
    totals = starts[0].totals
    if totals is None:
        totals = scene_of(fold_until(_rows(events), starts[0].seq, True)).table.totals
    exchange = _Exchange(dict(zip(wrong, players, strict=True)), starts[0].seq, dict(totals))
    if all(old == new for old, new in exchange.right.items()):
        raise NotationError(f"the players of hand {hand} sit like that already")
    before, since = now[: now.index(starts[0])], now[now.index(starts[0]) :]
    # What else says who sat where in the first hand: the seats that were found, else the players of the game.
    seated = [event for event in before if isinstance(event, ev.Seats)]
    first = seated[-1:] or [event for event in before if isinstance(event, ev.GameStart)][-1:]
    first = [] if any(isinstance(event, ev.HandStart) for event in before) else first
    taken_over = [event for event in since if isinstance(event, ev.Seats)]
    ends = [event for event in now if isinstance(event, ev.GameEnd) and event.totals is not None]
    made: list[Fields] = []
    for wrong_event in (*first, *starts, *taken_over, *ends):
        # Of several events that a correction has put in the place of one, all are read.
        there = (event for event in now if event.seq == wrong_event.seq)
        anew = [exchange.of(event) if isinstance(event, _Seating) else plain_fields(event) for event in there]
        made.append({"type": "correction", "of": wrong_event.seq, "events": anew, "reason": reason})
    return made


class _Exchange(msgspec.Struct, frozen=True):
    """Who sat where another was written down, from a hand on; `before`: the running totals before that hand."""

    right: dict[str, str]
    first: int
    before: dict[str, int]

    def of(self, event: ev.Event) -> Fields:
        """The event with its players exchanged."""
        fields = plain_fields(event)
        if "seats" in fields:
            fields["seats"] = {seat: self.right.get(name, name) for seat, name in fields["seats"].items()}
        if "players" in fields:
            fields["players"] = [self.right.get(name, name) for name in fields["players"]]
        if "draw" in fields:
            fields["draw"] = {self.right.get(name, name): tile for name, tile in fields["draw"].items()}
        # What a hand says of the hands before it was written of players who sat as they should, in the first one.
        if event.seq != self.first:
            if "held_by" in fields:
                fields["held_by"] = self.right.get(fields["held_by"], fields["held_by"])
            if "totals" in fields:
                # Everybody has what they had before, and what was earned since on the seat where they really sat.
                real = {name: self.right.get(name, name) for name in fields["totals"]}
                fields["totals"] = {
                    real[name]: total - self.before.get(name, 0) + self.before.get(real[name], 0)
                    for name, total in fields["totals"].items()
                }
        return fields


def plain_fields(event: ev.Event) -> Fields:
    """What an event says, wherever it stands: without its number and the chain."""
    fields: Fields = msgspec.json.decode(ev.encode_event(event))
    return {name: value for name, value in fields.items() if name not in _NOT_KEPT}


# -- handles --------------------------------------------------------------------------------------------------------

_Naming = ev.GameStart | ev.Seats | ev.HandStart | ev.GameEnd | ev.Roll


def rename_player(events: Sequence[ev.Event], wrong: str, right: str, reason: str = NO_REASON) -> list[Fields]:
    """A handle that was written down wrong: a correction of each event that names it as a player's; what it is now.

    A player with the right handle may be in the game already: then the two were one all along.

    Raises:
        NotationError: nobody is called that in the game, or both are at the table at once.
    """
    now = [row for row, _where in apply_corrections(_rows(events)) if not isinstance(row, Fault)]
    named = {event.seq: event for event in now if isinstance(event, _Naming) and wrong in _players_in(event)}
    if wrong == right or not named:
        known = ", ".join(sorted({player for event in now for player in _players_in(event)}))
        raise NotationError(f"{quoted(wrong, 40)} is to be {quoted(right, 40)}: expected one of the players, {known}")
    taken = _exchanged(now, wrong, right)
    if taken is not None:
        raise NotationError(
            f"{quoted(wrong, 40)} cannot be {quoted(right, 40)}: by event {taken.seq} one took over the place of the "
            f"other, so that they are two; expected that event to be corrected first, like `fix {taken.seq} void`"
        )
    sitting = (event for event in named.values() if not isinstance(event, ev.GameEnd))
    both = next((event for event in sitting if right in _players_in(event)), None)
    if both is not None:
        raise NotationError(
            f"{quoted(wrong, 40)} cannot be {quoted(right, 40)}: event {both.seq} has both at the table; expected "
            f"another handle, or, where {quoted(right, 40)} did not play, that one to be corrected first"
        )
    return [
        {"type": "correction", "of": seq, "events": _renamed_at(now, seq, wrong, right), "reason": reason}
        for seq in named
    ]


def _exchanged(now: Sequence[ev.Event], player: str, other: str) -> ev.Seats | None:
    """The event by which one of two players took over the place of the other; None where neither did."""
    sitting: set[str] = set()
    for event in now:
        if isinstance(event, ev.Seats) and sitting and {player, other} <= sitting ^ set(event.seats.values()):
            return event
        if isinstance(event, ev.Seats | ev.HandStart):
            sitting = set(event.seats.values())
    return None


def is_player(events: Sequence[ev.Event], handle: str) -> bool:
    """Whether the log names somebody of that handle as a player, as corrected."""
    now = (row for row, _where in apply_corrections(_rows(events)) if not isinstance(row, Fault))
    return any(handle in _players_in(event) for event in now)


def _players_in(event: ev.Event) -> list[str]:
    """The players that an event names."""
    if isinstance(event, ev.GameStart):
        return list(event.players)
    if isinstance(event, ev.Seats | ev.HandStart):
        return list(event.seats.values())
    if isinstance(event, ev.GameEnd):
        return list(event.totals or {})
    return [event.player] if isinstance(event, ev.Roll) and event.player is not None else []


def _renamed_at(now: Sequence[ev.Event], seq: int, wrong: str, right: str) -> list[Fields]:
    """What is read in the place of an event, with another handle."""
    names, there = {wrong: right}, list[Fields]()
    for event in (event for event in now if event.seq == seq):
        made = dict(plain_fields(event))
        there.append(made)
        if not isinstance(event, _Naming):
            continue
        if "players" in made:
            made["players"] = [names.get(name, name) for name in made["players"]]
        if "seats" in made:
            made["seats"] = {seat: names.get(name, name) for seat, name in made["seats"].items()}
        if "draw" in made:
            made["draw"] = {names.get(name, name): tile for name, tile in made["draw"].items()}
        for name in ("held_by", "player"):
            if name in made:
                made[name] = names.get(made[name], made[name])
        if wrong in (made.get("totals") or {}):
            totals = dict(made["totals"])
            points = totals.pop(wrong)
            made["totals"] = {**totals, right: totals.get(right, 0) + points}
    return there

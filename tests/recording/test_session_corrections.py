"""Corrections at the table: what is judged after one is what a replay from the beginning says; wrong seats are one."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from recorded_games import (
    PLAYERS,
    RULE_SETS,
    audited,
    bodies_of,
    card_of,
    kept,
    opened,
    recorder_of,
    seen,
    session_of,
    simulated,
    slips,
    stands,
    typed,
)

from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.chain import event_body
from mjlog.errors import MjlogError
from mjlog.events import Discard, Event, decode_event, encode_event
from mjlog.log.corrections import apply_corrections
from mjlog.recording.game import EventSaid, RecordedGame
from mjlog.seats import Seat
from mjlog.store import SqliteStore
from turns import in_turn

HAND = f"game t western {PLAYERS}\nhand table\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A database with a game of western that has just begun."""
    with opened(tmp_path) as made:
        yield made


class Log:
    """A game that acts are entered into, and its bodies."""

    def __init__(self, bodies: Sequence[bytes], cards: CardShelf = NO_CARDS) -> None:
        self.bodies, self.cards = list(bodies), cards
        self.recorder = RecordedGame("log", "t", bodies, cards)

    def enter(self, text: str) -> list[EventSaid]:
        """One act, carried out."""
        made = self.recorder.carry_out(self.recorder.read(text))
        self.bodies += [one.body for one in made]
        return made

    def afresh(self) -> RecordedGame:
        """The same game read from its beginning."""
        return RecordedGame("log", "t", self.bodies, self.cards)

    def now(self) -> list[dict[str, Any]]:
        """The log as corrected, without numbers."""
        rows = apply_corrections((decode_event(body), None) for body in self.bodies)
        return [plain(row) for row, _where in rows if isinstance(row, Event)]


def plain(event: Event) -> dict[str, Any]:
    """An event without its number."""
    fields: dict[str, Any] = json.loads(encode_event(event))
    del fields["seq"]
    return fields


def a_fix(chance: random.Random, last: int, acts: Sequence[str]) -> str:
    """A correction of some event, by some act of the game."""
    act, seq = chance.choice(acts), chance.randint(max(2, last - 12), last)
    return chance.choice((f"fix {seq} {act}", f"fix {seq} void", f"fix after {seq} {act}", f"fix {seq} 5b -- misheard"))


@pytest.mark.parametrize(
    ("ruleset", "seed", "hands", "between"),
    [(ruleset, *how) for ruleset, how in in_turn(itertools.product(RULE_SETS, [(1, 2, 16), (2, 1, 8)]))],
)
def test_what_is_judged_after_corrections_is_what_a_replay_from_the_beginning_says(
    tmp_path: Path, ruleset: str, seed: int, hands: int, between: int
) -> None:
    """Corrections of anything, corrections of corrections too, while the game goes on.

    `between`: acts from one to the next, for each has the whole log read anew several times.
    """
    chance = random.Random(f"{ruleset} {seed}")
    card, shelf = card_of(tmp_path, ruleset)
    first, acts = typed(simulated(ruleset, "table", seed=seed + 20, hands=hands, card=card))
    log = Log(bodies_of(first), shelf)
    fixes = 0
    for number, act in enumerate(slips(seed)(acts)):
        is_corrected = number % between == 0 and log.recorder.last > 12
        texts = [act, a_fix(chance, log.recorder.last, acts)] if is_corrected else [act]
        for text in texts:
            try:
                log.enter(text)
            except MjlogError:
                continue
            fixes += text.startswith("fix")
        if is_corrected:
            assert stands(log.recorder) == stands(log.afresh())
    assert fixes > 4
    told = [one.message for report in log.recorder.replay.finish() for one in report.findings]
    assert len(told) == len(audited(log.bodies, shelf)[0])


@pytest.mark.parametrize(("acts", "fixes", "now"), [
    ("5b 6c", ["fix 3 5d"], "discard E 5d|discard S 6c"),
    ("5b 6c", ["fix 4 5d -- the last"], "discard E 5b|discard S 5d"),
    ("5b 6c", ["fix after 4 7c"], "discard E 5b|discard S 6c|discard W 7c"),
    ("5b 6c", ["fix 3 5d", "fix 5 7d"], "discard E 7d|discard S 6c"),
    ("5b 6c", ["fix 3 5d", "fix 3 7d"], "discard E 7d|discard S 6c"),
    ("5b 6c", ["fix 3 5d", "fix 5 void"], "discard E 5b|discard S 6c"),
    ("5b 6c", ["fix 3 void", "fix 5 void"], "discard E 5b|discard S 6c"),
    ("5b 6c", ["fix 3 void", "fix 5 5d"], "discard E 5d|discard S 6c"),
    ("5b 6c", ["fix after 3 wp", "fix 5 np"], "discard E 5b|claim N pung|expose N pung 5b|discard S 6c"),
    ("5b 6c", ["fix after 3 c46", "fix 5 c67"], "discard E 5b|claim S chow|expose S chow 5b|discard S 6c"),
    ("5b 6c", ["fix after 3 c46", "fix 5 void"], "discard E 5b|discard S 6c"),
    ("5b 6c", ["fix 3 5d", "fix after 5 sp"], "discard E 5d|claim S pung|expose S pung 5d|discard S 6c"),
    ("5b c46 6c", ["fix 3 6b", "fix 5 c45+"], "discard E 6b|claim S chow|expose S chow 4b|discard S 6c"),
])  # fmt: skip
def test_a_correction_stands_where_what_it_corrects_was_read(acts: str, fixes: list[str], now: str) -> None:
    """It is read at the table of that place, also where that place is a correction itself."""
    log = Log(bodies_of(HAND + acts))
    for fix in fixes:
        log.enter(fix)
    assert "|".join(short(event) for event in log.now()[2:]) == now
    assert stands(log.recorder) == stands(log.afresh())


def short(event: dict[str, Any]) -> str:
    """An event in a few words: type, seat, what for, its first tile."""
    tiles = event.get("tiles", [event["tile"]] if "tile" in event else [])
    return " ".join(filter(None, (event["type"], event["seat"], event.get("for", event.get("kind")), *tiles[:1])))


@pytest.mark.parametrize("fix", ["fix 1 void", "fix 1 5b", "fix 1 5b 6b", "fix after 3 game x western a b c d"])
def test_the_beginning_of_a_game_stays_one(fix: str) -> None:
    """Without its game-start no log could be read any more; nor can it have two."""
    log = Log(bodies_of(HAND + "5b"))
    with pytest.raises(MjlogError):
        log.enter(fix)
    log.enter(f"fix 1 game t classical {PLAYERS}")
    assert log.recorder.replay.rules.ruleset.id == "classical"
    assert stands(log.recorder) == stands(log.afresh())


def test_who_is_east_and_what_the_totals_are_follows_a_correction() -> None:
    log = Log(bodies_of(f"game t western {PLAYERS}\nhand result\n8s48/4/2\nhand result"))
    assert log.recorder.table.players[Seat.E] == "ben"
    log.enter("fix 3 smw -- from the wall")
    drawn = dict(log.recorder.table.totals)
    log.enter("fix 3 em")
    assert [finding.code for finding in log.recorder.replay.report.findings] == ["wrong-east"]
    log.enter("fix seats 2 anna ben cleo dora")
    assert not log.recorder.replay.report.findings
    assert log.recorder.table.players[Seat.E] == "anna"
    assert log.recorder.table.totals != drawn
    assert sum(log.recorder.table.totals.values()) == 0


def test_what_was_paid_is_computed_where_it_is_written_down_later() -> None:
    log = Log(bodies_of(f"game t western {PLAYERS}\nhand result\n8s48/4/2\nhand result\nwash"))
    totals = dict(log.recorder.table.totals)
    log.enter("fix after 7 pay")
    assert log.now()[7]["type"] == "settlement"
    assert log.recorder.table.totals == totals


# -- in pencil, in ink ------------------------------------------------------------------------------------------------


def test_an_event_in_pencil_is_corrected_like_any_other_where_somebody_agreed_to_it(store: SqliteStore) -> None:
    """Then it is ink, and the correction too."""
    session = session_of(store)
    for act in ("hand table", "5b", "6c", "fix 3 5d -- agreed anna"):
        session.enter(act)
    assert kept(store)[1] is None
    assert session.ink[-1].said[0].words.startswith("Event 3, East discards 5 bamboo, is now: East discards 5 dots")
    assert seen(session_of(store)) == seen(session)


@pytest.mark.parametrize("undone_first", [False, True])
def test_an_act_that_is_ink_is_taken_back_whole(store: SqliteStore, undone_first: bool) -> None:
    """Call and set of a pung, and then what came before it; a correction is an act like any other."""
    session = session_of(store)
    for act in ("hand table", "5b", "sp", "9d"):
        session.enter(act)
    if undone_first:
        session.undo()
        session.enter("9d")
    session.confirm()
    taken_back = []
    for _time in range(4):
        last = session.last_confirmed()
        taken_back.append([one.event.type for one in last])
        if last:
            session.make_void(last)
    assert taken_back == [["discard"], ["claim", "expose"], ["discard"], []]
    assert session.table.discard is None
    assert seen(session_of(store))["table"] == seen(session)["table"]
    assert audited(store.bodies("t"))[0] == []


def test_a_call_is_taken_back_with_its_set_by_whoever_opens_the_game_later(store: SqliteStore) -> None:
    """Of an act that was typed elsewhere its events are known, and these two belong together."""
    session = session_of(store)
    for act in ("hand table", "5b", "sp-", "9d", "2c", "claim N pung", "pass E", "np+"):
        session.enter(act)
    session.confirm()
    again = session_of(store)
    assert [one.event.type for one in again.last_confirmed()] == ["claim", "pass", "expose"]
    again.make_void(again.last_confirmed())
    assert [one.event.type for one in again.last_confirmed()] == ["discard"]


def test_a_correction_can_be_taken_back(store: SqliteStore) -> None:
    session = session_of(store, held=0)
    for act in ("hand table", "5b", "6c", "fix 3 5d"):
        session.enter(act)
    assert [one.event.type for one in session.last_confirmed()] == ["correction"]
    session.make_void(session.last_confirmed())
    assert [one.event.seq for one in session.last_confirmed()] == [4]
    assert [discard.tile for discard in session.table.discards] == [4, 14]
    session.enter("fix 6 void -- it was right")
    assert [one.event.seq for one in session.last_confirmed()] == [5]


# -- seats ------------------------------------------------------------------------------------------------------------


def with_totals(bodies: Sequence[bytes], cards: CardShelf) -> list[bytes]:
    """The game with the running totals stated at each hand, and at its end."""
    recorder = RecordedGame("game", "game", [], cards)
    made = []
    for body in bodies:
        event, fields = decode_event(body), json.loads(body)
        recorder.happen([(event, body)])
        if fields["type"] in ("hand-start", "game-end"):
            # Who has not played yet has nothing.
            players = json.loads(bodies[0])["players"]
            fields["totals"] = {name: recorder.table.totals.get(name, 0) for name in players}
        made.append(event_body(fields))
    return made


def wrongly_seated(bodies: Sequence[bytes], hand: int, wrong: dict[str, str]) -> list[bytes]:
    """The game as it is written by somebody who takes players for one another from a hand on."""
    made, before, since = [], dict.fromkeys(wrong, 0), hand == 1
    is_drawn = any(b'"type":"seats"' in body for body in bodies)
    for body in bodies:
        fields = json.loads(body)
        first = fields["type"] == "hand-start" and fields["hand"] == hand
        if first:
            before, since = fields["totals"], True
        if since and fields["type"] in ("game-start", "seats", "hand-start", "game-end"):
            _exchange(fields, wrong, before, first)
            if "players" in fields and not is_drawn:
                fields["players"] = [wrong[name] for name in fields["players"]]
        made.append(event_body(fields))
    return made


def _exchange(fields: dict[str, Any], wrong: dict[str, str], before: dict[str, int], first: bool) -> None:
    if "seats" in fields:
        fields["seats"] = {seat: wrong[name] for seat, name in fields["seats"].items()}
    if "draw" in fields:
        fields["draw"] = {wrong[name]: tile for name, tile in fields["draw"].items()}
    if "totals" in fields and not first:
        earned = {wrong[name]: total - before[name] for name, total in fields["totals"].items()}
        fields["totals"] = {name: before[name] + amount for name, amount in earned.items()}


def names_of(bodies: Sequence[bytes], hand: int) -> list[str]:
    """Who sits East, South, West and North in a hand."""
    starts = (json.loads(body) for body in bodies if b'"type":"hand-start"' in body)
    seats = next(start["seats"] for start in starts if start["hand"] == hand)
    return [seats[seat] for seat in "ESWN" if seat in seats]


@pytest.mark.parametrize(
    ("ruleset", "hand", "places"),
    in_turn(itertools.product(RULE_SETS, [1, 2, 4], [(1, 0, 2, 3), (1, 2, 3, 0)])),
)
def test_wrong_seats_noticed_hands_later_are_one_correction(
    tmp_path: Path, ruleset: str, hand: int, places: tuple[int, ...]
) -> None:
    """As corrected the game is, event for event, the one that was played: nothing is found, totals are the players'."""
    card, shelf = card_of(tmp_path, ruleset)
    right = with_totals(simulated(ruleset, "full", seed=4, hands=5, card=card), shelf)
    assert audited(right, shelf)[0] == []
    names = names_of(right, hand)
    wrong = dict(zip(names, [names[place] for place in places], strict=True))
    log = Log(wrongly_seated(right, hand, wrong), shelf)
    made = log.enter(f"fix seats {hand} {' '.join(names)}")
    assert {one.event.type for one in made} == {"correction"}
    assert log.now() == [plain(decode_event(body)) for body in right]
    assert audited(log.bodies, shelf) == audited(right, shelf)
    assert stands(log.recorder) == stands(log.afresh())


def test_the_players_of_the_game_are_exchanged_where_nothing_else_says_who_sat_where() -> None:
    log = Log(bodies_of(f"game t western {PLAYERS}\nhand result\n8s48/4/2\nhand result\nwash"))
    log.enter("fix seats 1 anna cleo ben dora")
    assert log.now()[0]["players"] == ["anna", "cleo", "ben", "dora"]
    assert log.recorder.table.players[Seat.E] == "cleo"
    assert audited(log.bodies)[0] == []
    log.enter("fix seats 1 anna ben cleo dora")
    assert log.recorder.table.players[Seat.E] == "ben"
    assert audited(log.bodies)[0] == []


@pytest.mark.parametrize(("text", "times"), [("5b", 0), ("fix 3 wash", 3), ("fix seats 1 ben anna cleo dora", 2)])
def test_a_log_is_read_anew_for_a_correction_only_and_not_for_each_of_its_hands(
    monkeypatch: pytest.MonkeyPatch, text: str, times: int
) -> None:
    """An evening has thousands of events: an act must not look at them all, and wrong seats not once a hand."""
    log = Log(bodies_of(f"game t western {PLAYERS}\nhand result\n{'e48/8/4/2 ' * 12}\nhand table"))
    log.enter("fix after 1 note a correction is there")
    replayed = []
    for name in ("_go_back", "after"):
        read_anew = getattr(Game, name)
        monkeypatch.setattr(Game, name, lambda *given, read=read_anew: replayed.append(1) or read(*given))
    log.enter(text)
    assert len(replayed) == times


def test_three_players_are_seated_anew() -> None:
    log = Log(bodies_of("game t western anna ben cleo players=3\nhand result\n8s48/4\nhand result\nwash"))
    totals = dict(log.recorder.table.totals)
    log.enter("fix seats 1 ben anna cleo")
    assert audited(log.bodies)[0] == []
    assert log.recorder.table.totals == {**totals, "anna": totals["ben"], "ben": totals["anna"]}


def test_how_often_east_has_won_is_said_of_the_right_player() -> None:
    """What a hand says of the hands before it is written of those who sat there then."""
    seats = ("E=anna S=ben W=cleo N=dora", "E=ben S=anna W=cleo N=dora")
    hands = [f"hand-start result hand={number} round=E {seats[number > 1]} held={held} held_by={name}; em"
             for number, held, name in ((1, 0, "anna"), (2, 1, "anna"), (3, 2, "ben"))]  # fmt: skip
    log = Log(bodies_of("\n".join((f"game t western {PLAYERS}", *hands))))
    log.enter("fix seats 2 anna ben cleo dora")
    assert [event["held_by"] for event in log.now() if event["type"] == "hand-start"] == ["anna"] * 3
    assert audited(log.bodies)[0] == []


def test_a_correction_that_is_taken_back_says_what_stands_again(store: SqliteStore) -> None:
    session = session_of(store, held=0)
    for act in ("hand table", "5b", "fix 3 5d", "fix 4 void"):
        session.enter(act)
    said = session.ink[-1].said[0].words
    assert said.startswith("Event 4, East discards 5 dots, is now: East discards 5 bamboo")
    assert session.recorder.corrected_by() == {4: 5}


def test_after_two_corrections_of_one_event_taking_back_the_last_leaves_the_first(store: SqliteStore) -> None:
    session = session_of(store, held=0)
    for act in ("hand table", "5b", "fix 3 5d", "fix 3 6d", "fix 5 void"):
        session.enter(act)
    assert session.recorder.corrected_by() == {3: 4, 5: 6}
    assert [row.tile.value for row, _where in apply_corrections((one, None) for one in session.recorder.events)
            if isinstance(row, Discard)] == ["5d"]  # fmt: skip
    # What is undone next is what stands: first the correction that does, then the discard itself.
    for undone in (4, 3):
        (last,) = session.last_confirmed()
        assert last.event.seq == undone
        session.make_void([last])
    assert session.last_confirmed() == []


def test_a_correction_that_was_meant_for_another_event_says_what_stands_there_now(store: SqliteStore) -> None:
    session = session_of(store, held=0)
    for act in ("hand table", "5b", "2d", "fix 4 3d", "fix 5 for 3 6b -- the wrong line"):
        session.enter(act)
    assert session.ink[-1].said[0].words == (
        "Correction 5 was not meant. Event 3, East discards 5 bamboo, is now: East discards 6 bamboo - the wrong line"
    )
    session.enter("fix 5 for after 4 e-")
    assert session.ink[-1].said[0].words == (
        "Correction 5 was not meant. After event 4: East passes on 2 dots from South - no reason given"
    )


def test_a_game_keeps_its_id_also_where_a_correction_is_typed_as_json(store: SqliteStore) -> None:
    recorder = recorder_of(HAND + "5b")
    start = {"type": "game-start", "game": "u", "ruleset": "western", "players": PLAYERS.split()}
    text = json.dumps({"type": "correction", "of": 1, "events": [start], "reason": "another name"})
    with pytest.raises(MjlogError, match="expected 't': a game keeps the id that its log began with"):
        recorder.carry_out(recorder.read(text))
    assert recorder.last == 3


def test_wrong_seats_say_who_sits_where_now_and_are_taken_back_in_one_step(store: SqliteStore) -> None:
    """Nothing is found on the way: the seats of all hands go back together."""
    session = session_of(store)
    for act in ("hand result", "8s48/4/2", "8s48/4/2", "fix seats 1 ben anna cleo dora"):
        session.enter(act)
    seated = dict(session.table.players)
    assert "is now: Hand 1 begins" in session.ink[-1].said[1].words
    assert "ben is East" in session.ink[-1].said[1].words
    (step,) = session.make_void(session.last_confirmed())
    assert [one.findings for one in step.said] == [()] * len(step.said)
    assert session.table.players != seated
    assert audited(store.bodies(session.game))[0] == []


def test_what_a_later_correction_has_mended_is_not_told_any_more(store: SqliteStore) -> None:
    """Not at the correction that it was found at, and not at the event; what still stands is."""
    session = session_of(store)
    for act in ("hand table", "9c wp 1b", "fix after 3 6d -- slip"):
        session.enter(act)
    assert [one.code for step in session.steps for said in step.said for one in said.findings]
    session.enter("fix 5 wp -- slip")
    session.enter("fix 4 void -- slip")
    assert [one.code for step in session.steps for said in step.said for one in said.findings] == []

"""`apply` carries out whatever comes: tiles are conserved, copies are independent, unknown tiles stay unknown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjlog.audit.engine import Engine
from mjlog.audit.report import state_digest
from mjlog.events import Event, HandStart, convert_event
from mjlog.seats import SEATS, Seat
from mjlog.sources import games_in
from mjlog.table import Table, apply, prepare
from mjlog.table.passing import COURTESY
from mjlog.table.state import CLOSING, DONE, PASSING
from mjlog.table.unseen import copies_left
from mjlog.tiles import CODES, UNKNOWN, parse_tile
from samples import LOGS, name_of
from short_logs import AT_THE_TABLE, FULL, RESULT, SEAT_LETTERS, classical, events, play, table

SEATS_DRAWN = st.sampled_from(SEAT_LETTERS)
TILES = st.sampled_from([code for code in CODES if code != "Ff"])
SETS = st.lists(TILES, max_size=6)
KINDS = st.sampled_from(["chow", "pung", "kong", "quint", "sextet", "pair", "single", "mahjong"])
CLAIMED = st.sampled_from(["chow", "pung", "kong", "quint", "sextet", "mahjong"])
SOURCES = st.sampled_from(["deal", "wall", "loose", "discard", "kong", "exchange"])
SEATING = st.fixed_dictionaries({seat: st.sampled_from(["anna", "ben", "cora", "dora"]) for seat in SEAT_LETTERS})


def _event(kind: str, /, **fields: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(kind), **fields})


ANY_EVENT: st.SearchStrategy[dict[str, Any]] = st.one_of(
    *(_event(kind, seat=SEATS_DRAWN, tile=TILES) for kind in ("draw", "kong-replacement", "bonus-replacement", "name")),
    _event("discard", seat=SEATS_DRAWN, tile=TILES, calling=st.booleans(), number=st.integers(0, 5)),
    *(_event(kind, seat=SEATS_DRAWN, tiles=SETS) for kind in ("deal", "bonus")),
    _event("expose", seat=SEATS_DRAWN, kind=KINDS, tiles=SETS),
    _event("lay-concealed", seat=SEATS_DRAWN, kind=KINDS, tiles=SETS),
    _event("kong", seat=SEATS_DRAWN, kind=st.sampled_from(["concealed", "added"]), tiles=SETS),
    _event("claim", seat=SEATS_DRAWN, **{"for": CLAIMED}),
    *(_event(kind, seat=SEATS_DRAWN) for kind in ("pass", "retract", "fishing", "charleston-stop")),
    _event("mahjong", seat=SEATS_DRAWN, source=SOURCES),
    _event("mahjong", seat=SEATS_DRAWN, source=SOURCES, tile=TILES),
    _event("show", seat=SEATS_DRAWN, sets=st.lists(SETS, max_size=5), rest=SETS, completes=st.integers(0, 6)),
    _event("show", seat=SEATS_DRAWN, rest=SETS),
    _event("joker-exchange", seat=SEATS_DRAWN, owner=SEATS_DRAWN, tile=TILES, set=st.integers(0, 4)),
    _event("charleston", seat=SEATS_DRAWN, tiles=SETS, **{"pass": st.sampled_from(["right-1", "courtesy"])}),
    _event("score", seat=SEATS_DRAWN, total=st.integers(-10, 3000)),
    _event("settlement", change=st.dictionaries(SEATS_DRAWN, st.integers(-99, 99))),
    _event("penalty", seat=SEATS_DRAWN, amount=st.integers(-9, 99), reason=st.just("late")),
    _event("wall", tiles=st.lists(TILES, max_size=150)),
    _event("dead", seat=SEATS_DRAWN, reason=st.sampled_from(["count", "other"])),
    _event("gap"),
    _event("gap", turn=SEATS_DRAWN, left=st.integers(0, 200)),
    _event("washout"),
    _event("replay", reason=st.just("four alike")),
    _event("game-end"),
    _event("hand-start", hand=st.integers(-1, 5), round=SEATS_DRAWN, seats=SEATING),
    _event("hand-start", hand=st.just(2), round=SEATS_DRAWN, seats=SEATING, depth=st.sampled_from(["table", "result"])),
    _event(
        "roll", seat=SEATS_DRAWN, dice=st.lists(st.integers(-1, 7), min_size=1, max_size=4), purpose=st.just("seats")
    ),
    _event("break", wall=SEATS_DRAWN, stack=st.integers(-1, 20)),
)
"""Any event, with values of the right kind; what they mean at the table is left to chance."""


def sequence(fields: list[dict[str, Any]]) -> list[Event]:
    """The events, numbered."""
    return [convert_event({"seq": seq, **event}) for seq, event in enumerate(fields, start=1)]


_CHOW_OF_NOTHING: list[dict[str, Any]] = [
    *({"type": "draw", "seat": "E", "tile": "1b"} for _ in range(2)),
    {"type": "washout"},
    {"type": "gap"},
    {"type": "draw", "seat": "E", "tile": "1b"},
    {"type": "expose", "seat": "S", "kind": "chow", "tiles": []},
]
"""Of a set that says no tiles more leave the hand than there are in it."""


@example(_CHOW_OF_NOTHING, "game; hand depth=table")
@example([{"type": "gap"}, *_CHOW_OF_NOTHING[:1] * 5, _CHOW_OF_NOTHING[-1]], "game; hand depth=table")
@given(st.lists(ANY_EVENT, max_size=40), st.sampled_from([AT_THE_TABLE, FULL, RESULT, "game"]))
def test_apply_takes_any_event_in_any_order(drawn: list[dict[str, Any]], start: str) -> None:
    """It never refuses, and the state it leaves can be described and copied."""
    at = table(start)
    for event in sequence(drawn):
        prepare(at, event)
        apply(at, event)
    assert state_digest(at.copy()) == state_digest(at)
    for place in at.places:
        assert place.unknown >= 0
        assert min(place.held) >= 0


@given(st.lists(ANY_EVENT, max_size=40), st.sampled_from([AT_THE_TABLE, FULL, RESULT, "game"]))
def test_the_audit_takes_any_event_in_any_order(drawn: list[dict[str, Any]], start: str) -> None:
    """Every rule can be asked about every event at every table."""
    replay = play(start)
    for number, event in enumerate(sequence(drawn), start=len(events(start)) + 1):
        event.seq = number
        replay.feed(event, number)
    for report in replay.finish():
        assert report.as_json()["source"] == "short"


def tiles_at(at: Table) -> int:
    """How many tiles players have, are on their way to others, and lie in the middle; one that several won is one."""
    of_players = sum(place.size + len(place.bonus) + sum(len(one.tiles) for one in place.sets) for place in at.places)
    return of_players - len(at.wins[1:]) + on_the_way(at) + sum(1 for one in at.discards if one.claimed_by is None)


def on_the_way(at: Table) -> int:
    """How many tiles lie between two players: those passed before all have, in a courtesy before the one across has."""
    if at.passing is None or at.due != PASSING:
        return 0
    passed = at.passing.given
    waiting = [seat for seat in passed if at.passing.name != COURTESY or seat.across not in passed]
    return sum(len(passed[seat].kinds) - passed[seat].blind for seat in waiting)


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_tiles_are_conserved(path: Any) -> None:
    """At any moment of a real game as many tiles have left the wall as lie with the players and in the middle."""
    for record in games_in(str(path)):
        replay = Engine(record)
        for row, where in record.rows:
            replay.feed(row, where)
            at = replay.table
            if not isinstance(row, HandStart):
                assert tiles_at(at) == at.wall.taken + at.wall.loose_taken
                assert all(seen <= copies for seen, copies in zip(at.seen, at.plan.copies, strict=True))


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_points_are_conserved(path: Any) -> None:
    """What is won is lost by others, or lies in the pot: totals and pot add up to what everybody began with."""
    for record in games_in(str(path)):
        replay = Engine(record)
        for row, where in record.rows:
            replay.feed(row, where)
            at = replay.table
            begun = at.plan.family.start_points * len(SEATS)
            assert sum(at.totals.values()) + (at.standing.pot or 0) == begun


PLAYED = "E discard 5b; S claim pung; S expose pung 555b; S discard Ww; W draw 1c"


def test_a_copy_is_independent() -> None:
    """Whatever is done to one leaves the other alone."""
    at = table(PLAYED)
    before = state_digest(at)
    twin = at.copy()
    for event in events(f"{PLAYED}; W discard 1c; N claim pung; N expose pung 111c; N discard 9d")[-4:]:
        apply(twin, event)
    twin.places[1].sets[0].tiles = (0, 0, 0)
    twin.standing.players = ()
    assert state_digest(at) == before
    assert state_digest(twin) != before
    assert at.discards[-1].claimed_by is None
    assert at.standing.players == ("anna", "ben", "cora", "dora")


def test_a_copy_goes_on_like_the_original() -> None:
    """The same events lead to the same state."""
    at = table(PLAYED)
    twin = at.copy()
    for event in events(f"{PLAYED}; W discard 1c; N pass; N draw ??; N discard 1c")[-4:]:
        apply(at, event)
        apply(twin, event)
    assert state_digest(at) == state_digest(twin)


def test_unknown_tiles_are_counted() -> None:
    """A deal that nobody saw leaves fourteen unknown tiles with East, thirteen with the others."""
    at = table(f"{FULL}; E discard 5b")
    assert [place.size for place in at.places] == [13, 13, 13, 13]
    assert [place.unknown for place in at.places] == [13, 13, 13, 13]
    assert at.wall.taken == classical().plan.dealing.size


def test_a_discard_narrows_the_unknown() -> None:
    """It becomes known to all, and one unknown tile less is held."""
    at = table(f"{FULL}; E discard 5b")
    five = parse_tile("5b")
    assert (at.seen[five], at.visible[five], at.discards[-1].tile) == (1, 1, five)


def test_a_known_wall_makes_unseen_draws_known() -> None:
    """`??` from a known wall is the wall's tile."""
    at = table(f"{FULL}; wall {'?? ' * 53} Rd; E discard 5b; S draw ??")
    assert at.place(Seat.S).held[parse_tile("Rd")] == 1


def test_of_a_block_partly_seen_a_known_wall_tells_the_other_tiles() -> None:
    """The tile that is named is none of those that were not seen."""
    east = table(f"{FULL}; wall 1234b; dealt E 2b{' ??' * 13}").place(Seat.E)
    assert [east.held[parse_tile(code)] for code in ("1b", "2b", "3b", "4b")] == [1, 1, 1, 1]


def test_hands_shown_become_known() -> None:
    """What was unknown is replaced by what is laid down."""
    at = table("E discard 5b; S claim mahjong; S mahjong discard; W show 111b | 379b 1379c 13d ??")
    west = at.place(Seat.W)
    assert west.unknown == 1
    assert west.held[parse_tile("1b")] == 3
    assert west.size == 13


def test_a_hand_shown_is_seen() -> None:
    """Of its tiles so many fewer can be with the others, or in the wall."""
    won = table(f"{FULL}; E discard 9c; S draw 1b; S mahjong wall; S show | 111b 234b 567c 123d 55d")
    left = {code: copies_left(won, parse_tile(code)) for code in ("1b", "5d", "9c", "9d")}
    assert left == {"1b": 1, "5d": 2, "9c": 3, "9d": 4}


def test_of_a_set_laid_without_the_tile_claimed_two_are_out_of_the_hand() -> None:
    """As of any other: one of the three counts as the tile claimed."""
    assert table("E discard 5b; S claim pung; S expose pung 111b").place(Seat.S).size == 11


def test_at_the_table_draws_may_be_missing() -> None:
    """A discard in turn shows that a tile was drawn unseen."""
    at = table("E discard 5b; S discard 1c; W discard 1d")
    assert [place.size for place in at.places] == [13, 13, 13, 13]
    assert at.wall.taken == classical().plan.dealing.size + 2


def test_of_a_result_nothing_is_implied() -> None:
    """Only the outcome is there."""
    at = table(f"{RESULT}; S mahjong discard; S score 24")
    assert at.winner is Seat.S
    assert at.due == CLOSING
    assert at.discards == []


def test_a_gap_leaves_everything_open_that_it_does_not_say() -> None:
    """The turn and the tiles left are as stated; concealed tiles are unknown."""
    at = table(f"{FULL}; dealt E 1234b 5678c 1299d Ew Rd; E discard 1b; gap turn=W left=30")
    assert at.turn is Seat.W
    assert at.live_left == 30
    assert [place.known() for place in at.places] == [[], [], [], []]
    assert not any(place.sure for place in at.places)


@pytest.mark.parametrize("ending", ["washout", "S claim mahjong; S mahjong discard"])
def test_a_hand_ends(ending: str) -> None:
    """With a win or a wash-out tiles rest, and the settlement ends it."""
    at = table(f"E discard 5b; {ending}")
    assert (at.in_play, at.due) == (False, CLOSING)
    at = table(f"E discard 5b; {ending}; settlement E=0 S=0 W=0 N=0")
    assert at.due == DONE


def test_a_robbed_kong_is_a_pung_again() -> None:
    """The tile goes to the robber."""
    added = "E discard 5b; S claim pung; S expose pung 555b; S discard 1c; W discard 1d; N discard 2d; E discard 3d"
    at = table(f"{added}; S draw 5b; S kong added 5555b; W claim mahjong; W mahjong kong 5b")
    assert [(one.kind, len(one.tiles)) for one in at.place(Seat.S).sets] == [("pung", 3)]
    assert at.place(Seat.W).held[parse_tile("5b")] == 1


@pytest.mark.rule("bmja/cannon-pay")
@pytest.mark.parametrize(("ruleset", "debts"), [("classical", [(Seat.W, Seat.E)]), ("bmja", []), ("dmjl", [])])
def test_a_dangerous_tile_claimed_for_a_set_makes_a_debt_where_not_the_winning_tile_alone_counts(
    ruleset: str, debts: list[tuple[Seat, Seat]]
) -> None:
    """What East holds nobody saw: whether there was a choice stays open."""
    first = "E discard 1b; W claim pung; W expose pung 111b; W discard Ww; N discard 2b; W claim pung; "
    more = (
        "W expose pung 222b; W discard Sw; N discard 3b; W claim pung; W expose pung 333b; W discard Nw; N discard 9d"
    )
    at = table(f"game {ruleset}; hand depth=table; {first}{more}; E discard 9b; W claim pung; W expose pung 999b")
    assert [(fed.claimer, fed.supplier) for fed in at.fed if fed.judged == "unknown"] == debts


def test_after_missing_moves_a_roll_for_the_wall_is_of_a_hand_that_nobody_wrote_down() -> None:
    """One for the seats is made before the first hand."""
    assert table("game; gap; E roll break-wall 5 6").in_play
    assert not table("game; gap; roll anna 5 6").in_play


_OWN_PUNG = "game mahjiang; hand depth=table; E lay-concealed pung 555b; E discard 1c"
_CLAIMED_PUNG = "game mahjiang; hand depth=table; E discard 1c; S discard 5b; E claim pung; E expose pung 555b"


@pytest.mark.rule("mahjiang/kong-2")
@pytest.mark.parametrize(("pung", "kong", "lies"), [
    (_OWN_PUNG, "", ("pung", True, "self")),
    (_OWN_PUNG, "added", ("kong", True, "self")),
    (_OWN_PUNG.replace("555b", ""), "added", ("kong", True, "self")),
    (_OWN_PUNG, "concealed", ("kong", True, "self")),
    (f"{_CLAIMED_PUNG}; E discard 1d", "", ("pung", False, "claimed")),
    (f"{_CLAIMED_PUNG}; E discard 1d", "added", ("kong", False, "added")),
])  # fmt: skip
def test_a_kong_made_of_a_pung_is_self_drawn_where_the_pung_lies_face_down(
    pung: str, kong: str, lies: tuple[str, bool, str]
) -> None:
    made = f"; E kong {kong} 5555b" if kong else ""
    (laid,) = table(f"{pung}; S discard 2c; W discard 3c; N discard 4c{made}").place(Seat.E).sets
    assert (laid.kind, laid.concealed, laid.origin) == lies


def test_seats_count_in_turn() -> None:
    """Every place stands at its seat's index."""
    assert [place.seat for place in table(FULL).places] == list(SEATS)
    assert UNKNOWN not in table("E discard 5b").places[0].known()


def test_a_table_says_what_each_of_its_fields_is() -> None:
    """Where it stands together, for who asks it: above the class."""
    said = set(re.findall(r"`(\w+)`", Table.__doc__ or ""))
    assert set(vars(table(FULL))) - said == set()

"""Simulated games of american: legal, the same for the same seed, tiles and points conserved, cards kept private."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog import events as ev
from mjlog.cards.document import ConcreteHand
from mjlog.cards.exposures import exposure_of
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.events import decode_event
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.simulate.american.goals import CardGoal, CardGoals, distance, goals_of
from mjlog.simulate.american.player import CardPlayer, a_card_style
from mjlog.simulate.chance import Chance
from mjlog.table import Table
from mjlog.table.state import DEALING, NOTHING, PASSING
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, parse_tiles
from mjlog_cli.main import main
from tests.cards.made_cards import rulings
from tests.simulate.american_cards import HARD, SMALL, hard_card, shelf_with, small_card
from tests.simulate.games import audited, findings, played, read, states, tiles_of
from turns import TURNS, examples, in_turn

GAMES = int(os.environ.get("MJLOG_MORE_GAMES", "10"))
"""Games that are audited; the last thousands can be asked for by this variable."""
_BASES = ("rack", "table")


def options_of(lines: list[bytes]) -> dict[str, object]:
    """What the table of a game has agreed on."""
    start = decode_event(lines[0])
    assert isinstance(start, ev.GameStart)
    return start.options or {}


# -- legal ------------------------------------------------------------------------------------------------------------


def test_an_audit_finds_nothing() -> None:
    """Neither errors nor warnings nor anything else, in any pass, call, exchange, win or payment."""
    assert [text for number in range(1, GAMES + 1) for text in findings(played("american", 17, number))] == []


def test_nothing_is_found_in_what_the_table_saw() -> None:
    """The same games without the wall and the concealed tiles: no false alarm."""
    found = [text for number in range(1, 5) for text in findings(played("american", 19, number, depth="table"))]
    assert found == []


def test_the_table_sees_no_tile_that_is_passed() -> None:
    """What goes from rack to rack, is dealt or drawn is unknown; how much of it was blind is seen."""
    seen = read(played("american", 19, 2, depth="table"))
    hidden = [event for event in seen if isinstance(event, ev.Charleston | ev.Deal)]
    assert {tile.value for event in hidden for tile in event.tiles} == {"??"}
    assert any(event.blind for event in hidden if isinstance(event, ev.Charleston))
    assert not [event for event in seen if isinstance(event, ev.Wall)]


@pytest.mark.parametrize(("name", "value"), [("dead_basis", "rack"), ("dead_basis", "table"),
                                             ("dead_jokers", "all"), ("dead_jokers", "before_death")])  # fmt: skip
def test_what_the_user_has_agreed_on_holds(name: str, value: str) -> None:
    """An option that is given stands in the game, which is legal by it."""
    lines = played("american", 23, options={name: value}, hands=3)
    assert options_of(lines)[name] == value
    assert findings(lines) == []


def test_tables_agree_on_different_things() -> None:
    """Where the user leaves it open, the seed decides."""
    agreed = [options_of(played("american", 3, number, hands=0)) for number in range(1, 21)]
    assert {options["dead_basis"] for options in agreed} == set(_BASES)
    assert {options["dead_jokers"] for options in agreed} == {"all", "before_death"}


# -- the same again ---------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    """Alone, after other games, and by players who make mistakes."""
    alone = played("american", 5, 3)
    played("american", 5, 1)
    assert played("american", 5, 3) == alone
    assert played("american", 5, 3, mistakes=True) == played("american", 5, 3, mistakes=True)


def test_a_small_run_is_what_it_has_always_been() -> None:
    """The play of a game by a card of the tests. A change here changes every archive that was made from a seed."""
    lines = [line for line in played("american", 7, card=small_card(), hands=2) if b'"type":"game-start"' not in line]
    assert hashlib.sha256(b"\n".join(lines)).hexdigest()[:16] == "12c0d759805d7ffa"


def test_a_game_does_not_depend_on_the_process() -> None:
    """Another process, with another hash seed, plays the same."""
    code = (
        "import sys; from mjlog.rulesets import load; from mjlog.simulate import Game; "
        "Game(load('american'), 9, 1, hands=2, mistakes=True).play(lambda line: print(line.decode()))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "99"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=60, check=True)
    assert result.stdout.splitlines() == played("american", 9, 1, hands=2, mistakes=True)


def test_fewer_hands_are_the_beginning_of_the_same_game() -> None:
    """`hands` cuts a game short and changes nothing before."""
    whole, short = played("american", 5, 3), played("american", 5, 3, hands=2)
    assert len(short) < len(whole)
    assert short[:-1] == whole[: len(short) - 1]


# -- conserved --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mistakes", [False, True])
def test_tiles_are_conserved_at_every_event(mistakes: bool) -> None:
    """On the table, on the racks and in the wall are all 152 tiles, and no kind more often than there are copies."""
    lines = played("american", 29, 2, hands=4, mistakes=mistakes)
    checked = 0
    for event, table in states(lines, "american", options_of(lines)):
        if table.due in (NOTHING, DEALING) or (table.passing is not None and table.passing.given and _between(table)):
            continue
        if isinstance(event, ev.Expose):
            assert table.place(event.seat).size, "a tile is left to discard"
        assert len(all_tiles(table)) + table.plan.wall.size - table.wall.taken == 152, event
        assert all(all_tiles(table).count(kind) <= table.plan.copies[kind] for kind in set(all_tiles(table)))
        checked += 1
    assert checked > 300


def _between(table: Table) -> bool:
    """Whether tiles lie between two racks: passed by some and not yet by all."""
    return table.due == PASSING


def all_tiles(table: Table) -> list[int]:
    """What lies on racks, in exposures and in the middle."""
    middle = [one.tile for one in table.discards if one.claimed_by is None]
    return [kind for place in table.places for kind in tiles_of(place)] + middle


def test_points_are_conserved_and_only_wins_are_paid() -> None:
    """Every settlement adds up to nothing, and so do the totals; in a drawn hand nobody pays."""
    for number in range(1, 1 + examples(8)):
        events = read(played("american", 31, number, mistakes=True))
        payments = [event for event in events if isinstance(event, ev.Settlement)]
        assert all(sum(event.change.values()) == 0 and any(event.change.values()) for event in payments)
        totals = [event.totals for event in events if isinstance(event, ev.GameEnd)]
        assert [sum((total or {}).values()) for total in totals] == [0]
        drawn = sum(isinstance(event, ev.Washout) for event in events)
        assert len(payments) + drawn == sum(isinstance(event, ev.HandStart) for event in events)


def test_east_passes_on_after_every_hand() -> None:
    """Whoever won: after four hands everybody has been East."""
    starts = [event for event in read(played("american", 37, hands=8)) if isinstance(event, ev.HandStart)]
    easts = [next(iter(event.seats.values())) for event in starts]
    assert len(set(easts[:4])) == 4
    assert easts[4:] == easts[:4][: len(easts) - 4]


# -- mistakes ---------------------------------------------------------------------------------------------------------

_OF_MISTAKES = {"discard-misnamed", "dead-exposure", "dead-false-mahjong"}
_NO_MAHJONG = {"not-on-card", "joker-not-allowed", "concealed-hand-exposed"}


@pytest.mark.parametrize("depth", ["full", "table"])
def test_mistakes_are_found_and_nothing_else(depth: str) -> None:
    """What follows from a mistake is told for information; an error is only the mahjong for which a hand is dead."""
    for number in in_turn(range(1, 16)):
        lines = played("american", 41, number, depth=depth, mistakes=True)
        found = [finding for report in audited(lines) for finding in report.findings]
        grave = {finding.seq for finding in found if finding.severity != "info"}
        assert grave <= shown_in_error(read(lines))
        assert {finding.code for finding in found} <= _OF_MISTAKES | _NO_MAHJONG


def shown_in_error(events: list[ev.Event]) -> set[int]:
    """The declarations, and the hands shown, that a declaration of death follows."""
    dead = [place for place, event in enumerate(events) if isinstance(event, ev.Dead) and event.reason != "exposure"]
    return {events[place - step].seq for place in dead for step in (1, 2)}


def test_dead_hands_do_nothing_and_pay() -> None:
    """From its death on a seat is passed over, and it pays the winner like the others."""
    dead_seats = payments = 0
    games = examples(15)
    for number in range(1, 1 + games):
        lines = played("american", 41, number, mistakes=True)
        for event, table in states(lines, "american", options_of(lines)):
            if isinstance(event, ev.Draw | ev.Discard | ev.Claim | ev.Expose | ev.JokerExchange | ev.Mahjong):
                assert event.seat not in table.dead
            if isinstance(event, ev.Dead):
                dead_seats += 1
                assert event.by is not None
                assert event.by not in table.dead
            if isinstance(event, ev.Settlement):
                payments += len(table.dead)
                assert all(event.change[seat] < 0 for seat in table.dead)
    assert dead_seats > games * 2 // 3
    assert payments > games // 3


def test_without_mistakes_no_hand_dies() -> None:
    """Players who make none call only what their lines have room for."""
    events = [event for number in range(1, 6) for event in read(played("american", 41, number))]
    assert not [event for event in events if isinstance(event, ev.Dead)]
    assert not [event for event in events if isinstance(event, ev.Discard) and event.named not in (None, event.tile)]


# -- cards ------------------------------------------------------------------------------------------------------------


def test_the_card_is_named_by_id_and_digest() -> None:
    """Without a card of one's own the sample card is played by."""
    start = decode_event(played("american", 1, hands=0)[0])
    assert isinstance(start, ev.GameStart)
    assert start.card == ev.Card(sample_card().id, sample_card().digest)


def test_other_cards_are_played_by(tmp_path: Path) -> None:
    """Hands are those of the card that is given; with it at hand nothing is found."""
    card, shelf = shelf_with(tmp_path, SMALL.format(source="own"))
    lines = played("american", 2, card=card)
    assert findings(lines, shelf) == []
    assert [event for event in read(lines) if isinstance(event, ev.Mahjong)]


def test_a_card_that_can_hardly_be_won_by_gives_drawn_hands(tmp_path: Path) -> None:
    """Players go for its only hand in vain, and call nothing."""
    card, shelf = shelf_with(tmp_path, HARD)
    assert card.digest == hard_card().digest
    lines = played("american", 2, card=card, hands=3)
    assert findings(lines, shelf) == []
    events = read(lines)
    assert [event.type for event in events].count("washout") >= 2
    assert not [event for event in events if isinstance(event, ev.Expose)]


def test_a_bought_card_stays_private() -> None:
    """Nothing of it enters a log but id, digest, and the label and value of a line."""
    card = small_card("purchased")
    text = b"\n".join(line for number in range(1, 5) for line in played("american", 2, number, card=card)).decode()
    assert card.private
    assert '"name":"line a' in text
    groups = [word for line in SMALL.splitlines() if ":" in line for word in line.split()[1:-2]]
    secrets = [word for word in groups if len(word) > 2] + ["Alder", "First of all", "Quiet", "purchased"]
    assert [secret for secret in secrets if secret in text] == []


def test_the_command_takes_cards_in_turn(tmp_path: Path) -> None:
    """With two cards given every second game is played by the second one, and the audit finds each."""
    paths = []
    for name, text in (("small", SMALL.format(source="own")), ("hard", HARD)):
        path = tmp_path / f"{name}.card"
        path.write_text(text, "utf-8")
        paths += ["--card", str(path)]
    given = ["simulate", "--ruleset", "american", "--games", "3", "--hands", "1", "--out", str(tmp_path / "games")]
    assert CliRunner().invoke(main, [*given, *paths]).exit_code == 0
    logs = sorted((tmp_path / "games").iterdir())
    starts = [decode_event(log.read_bytes().splitlines()[0]) for log in logs]
    assert [start.card and start.card.id for start in starts if isinstance(start, ev.GameStart)] == [
        "alder-1", "hornbeam-1", "alder-1",
    ]  # fmt: skip
    assert CliRunner().invoke(main, ["audit", str(tmp_path / "games"), *paths]).exit_code == 0


def test_a_club_plays_by_its_own_american_rules(tmp_path: Path) -> None:
    """A rule set that was made from american is played by cards too, and stands in the log."""
    path = tmp_path / "club.toml"
    path.write_text(load("american").document.replace('"american', '"club-52'), "utf-8")
    given = ["simulate", "--ruleset", str(path), "--hands", "1", "--out", str(tmp_path / "games")]
    assert CliRunner().invoke(main, given).exit_code == 0
    assert CliRunner().invoke(main, ["audit", str(tmp_path / "games")]).exit_code == 0


# -- players ----------------------------------------------------------------------------------------------------------


def test_players_see_no_concealed_tile_of_others() -> None:
    """With all other racks and the wall out of sight every decision is the same."""
    card = goals_of(rulings_for(sample_card()))
    lines = played("american", 61, hands=4)
    decisions = 0
    for event, table in states(lines, "american", options_of(lines)):
        if not isinstance(event, ev.Draw):
            continue
        blind = table.copy()
        blind.wall.tiles = None
        for place in blind.places:
            if place.seat is not event.seat:
                place.held = [0] * len(place.held)
        chances = [Chance(event.seq), Chance(event.seq)]
        seeing, blinded = (
            CardPlayer(a_card_style(chance), one, event.seat, card, chance)
            for one, chance in zip((table, blind), chances, strict=True)
        )
        for player in (seeing, blinded):
            player.choose()
        assert seeing.discards() == blinded.discards()
        assert seeing.spare() == blinded.spare()
        assert [seeing.call(kind) for kind in range(43)] == [blinded.call(kind) for kind in range(43)]
        decisions += 1
    assert decisions > 100


def test_the_last_tile_is_called_for_mahjong_only() -> None:
    """Who overlooks the win lets the tile go: laid open as a group it would leave nothing to discard."""
    card = goals_of(rulings_for(sample_card()))
    waiting = 0
    for number in range(1, 4):
        lines = played("american", 67, number, hands=4)
        for event, table in states(lines, "american", options_of(lines)):
            if not isinstance(event, ev.Discard):
                continue
            chance = Chance(event.seq)
            style = a_card_style(chance)._replace(calls=1.0, overlooks=0.0, dreams=0.0)
            player = CardPlayer(style, table, event.seat.right, card, chance)
            player.choose()
            player.look(table)
            assert [kind for kind in player.waits if player.call(kind) is not None] == []
            waiting += bool(player.waits)
    assert waiting > 20


# -- play by the card is plausible -------------------------------------------------------------------------------------


_GAMES = 30 if TURNS == 1 else 16


@cache
def games() -> list[list[ev.Event]]:
    """Some games whose players make mistakes now and then."""
    return [read(played("american", 53, number, mistakes=True)) for number in range(1, _GAMES + 1)]


@cache
def acts() -> Counter[str]:
    """How often each kind of act occurs."""
    found: Counter[str] = Counter()
    for events in games():
        for before, event in pairwise(events):
            found[_act(event)] += 1
            found["named discard"] += isinstance(event, ev.Discard) and event.named is not None
            found["misnamed discard"] += isinstance(event, ev.Discard) and event.named not in (None, event.tile)
            found["win taken back"] += isinstance(before, ev.Mahjong) and isinstance(event, ev.Retract)
            found["two claims"] += isinstance(before, ev.Claim) and isinstance(event, ev.Claim)
    return found


def _act(event: ev.Event) -> str:
    if isinstance(event, ev.Mahjong):
        return f"mahjong {event.source}"
    if isinstance(event, ev.Claim):
        return f"claim {event.for_}"
    if isinstance(event, ev.Charleston):
        return f"{event.pass_}{' blind' * bool(event.blind)}"
    if isinstance(event, ev.Expose):
        return f"{'corrected' if event.on is not None else 'expose'} {event.kind}"
    if isinstance(event, ev.Dead):
        return f"dead: {event.reason} {event.on_basis or ''}".strip()
    if isinstance(event, ev.JokerExchange):
        return f"exchange of {'an own' if event.owner is event.seat else 'another'} joker"
    return event.type


@pytest.mark.parametrize("act", [
    "right-1", "across-1", "left-1", "left-1 blind", "left-2", "across-2", "right-2", "right-2 blind", "courtesy",
    "charleston-stop", "roll", "break", "wall", "draw", "discard", "named discard", "misnamed discard", "name",
    "pass", "claim pung", "claim kong", "claim quint", "claim mahjong", "two claims", "retract", "win taken back",
    "expose pung", "expose kong", "expose quint", "corrected pung", "corrected kong",
    "exchange of an own joker", "exchange of another joker", "mahjong wall", "mahjong discard", "mahjong exchange",
    "dead: false-mahjong", "dead: exposure rack", "dead: exposure table", "washout", "show", "score", "settlement",
])  # fmt: skip
def test_every_kind_of_act_occurs(act: str) -> None:
    """In some hundred hands."""
    assert acts()[act]


def test_most_hands_are_won() -> None:
    """Players complete their lines before the wall is used up, more often with another's discard than by themselves."""
    found = acts()
    hands = found["hand-start"]
    assert found["settlement"] + found["washout"] == hands
    assert 0.6 < found["settlement"] / hands < 0.98
    assert found["mahjong discard"] > found["mahjong wall"] > 0


def test_every_section_of_the_card_is_won() -> None:
    """Singles and pairs, quints and concealed lines among them."""
    card = sample_card()
    sections = {line.label: card.section_of(line).name for line in card.lines}
    won = {label.removeprefix("line ") for label in _lines_won()}
    assert {sections[label] for label in won} == {section.name for section in card.sections}
    assert any(not line.exposed for line in card.lines if line.label in won)
    assert len(won) > len(card.lines) / 2


def _lines_won() -> list[str]:
    scores = [event for events in games() for event in events if isinstance(event, ev.Score)]
    return [item["name"] for score in scores for item in score.items if item["name"].startswith("line ")]


def test_wins_are_paid_in_every_way() -> None:
    """Twice by the discarder and once by the others, twice by all, and double without jokers."""
    factors: set[tuple[int, ...]] = set()
    for events in games():
        for score, paid in pairwise(events):
            if isinstance(score, ev.Score) and isinstance(paid, ev.Settlement):
                losers = [-paid.change[seat] for seat in score.seat.others()]
                factors.add(tuple(sorted(amount // score.total for amount in losers)))
    assert factors == {(1, 1, 2), (2, 2, 2), (2, 2, 4), (4, 4, 4)}


def test_everybody_wins_and_every_seat_does() -> None:
    """No seat has an advantage that nobody could explain."""
    winners = Counter(event.seat for events in games() for event in events if isinstance(event, ev.Score))
    assert set(winners) == set(Seat)
    assert max(winners.values()) < 2 * min(winners.values())


def test_several_jokers_are_exchanged_in_one_turn() -> None:
    """One after the other, before the discard."""
    assert any(
        isinstance(one, ev.JokerExchange) and isinstance(two, ev.JokerExchange) and one.seat is two.seat
        for events in games()
        for one, two in pairwise(events)
    )


def test_a_line_of_lower_value_is_named_at_times() -> None:
    """A player may name any line that fits, and names it mostly."""
    wins = [event for events in games() for event in events if isinstance(event, ev.Mahjong)]
    assert {event.line is None for event in wins} == {True, False}


# -- what can be built by a card, and how far tiles are from it --------------------------------------------------------


SAMPLE = goals_of(rulings_for(sample_card()))
_NOTHING = [0] * KINDS
_KINDS = (*range(34), ANY_FLOWER)
_RACKS = st.lists(st.sampled_from((*_KINDS, JOKER)), min_size=13, max_size=14).filter(
    lambda kinds: all(kinds.count(kind) <= (8 if kind >= ANY_FLOWER else 4) for kind in kinds)
)


def counts(kinds: list[int] | tuple[int, ...]) -> list[int]:
    """Tiles per kind."""
    found = Counter(kinds)
    return [found[kind] for kind in range(KINDS)]


def tiles_in(hand: ConcreteHand) -> list[int]:
    """The fourteen tiles of a hand, without jokers where that can be."""
    return [group.kind for group in hand.groups for _tile in range(group.size)]


def lacking(goal: CardGoal, held: list[int]) -> int:
    """How many tiles a rack lacks, counted group by group: naturals go where no joker stands first."""
    held = held.copy()
    short = places = 0
    for group in sorted(goal.groups, key=lambda group: group.jokers):
        used = min(held[group.kind], group.size)
        held[group.kind] -= used
        if group.jokers:
            places += group.size - used
        else:
            short += group.size - used
    return short + max(0, places - held[JOKER])


def a_goal(line: str) -> CardGoal:
    """The only hand of a card of one line."""
    goal = CardGoals(rulings(line)).goal(0)
    assert goal is not None
    return goal


@given(_RACKS)
@settings(max_examples=30, deadline=None)
def test_tiles_in_common_are_counted_for_every_hand_at_once(kinds: list[int]) -> None:
    """The sum of long integers is what counting hand by hand gives."""
    rack = counts(kinds)
    common = SAMPLE.common(rack)
    for place, hand in enumerate(SAMPLE.hands):
        wanted = Counter(tiles_in(hand))
        assert common[place] == sum(min(count, rack[kind]) for kind, count in wanted.items())


@given(_RACKS, st.integers(0, len(SAMPLE.hands) - 1))
@settings(max_examples=examples(200), deadline=None)
def test_steps_are_the_tiles_lacking(kinds: list[int], number: int) -> None:
    """With nothing open they are what counting group by group gives."""
    goal, rack = SAMPLE.goal(number), counts(kinds)
    assert goal is not None
    found = distance(goal, rack, _NOTHING)
    # A rack can hold so many of a kind that none is left for a pair; then nobody can lack less.
    if found is not None:
        assert found.steps == lacking(goal, rack)


@given(st.integers(0, len(SAMPLE.hands) - 1), st.integers(0, 3))
@settings(max_examples=examples(100), deadline=None)
def test_a_hand_of_the_card_is_no_step_away_from_itself(number: int, jokers: int) -> None:
    """With or without jokers where they may stand; it is among the nearest, and the card says that it is mahjong."""
    hand = SAMPLE.hands[number]
    goal = SAMPLE.goal(number)
    assert goal is not None
    flexible = [group.kind for group in hand.groups if group.jokers]
    tiles = tiles_in(hand)
    for kind in flexible[:jokers]:
        tiles[tiles.index(kind)] = JOKER
    rack = counts(tiles)
    found = distance(goal, rack, _NOTHING)
    if found is None:
        # Five of a kind: one of them is a joker at least.
        assert any(rack[kind] > 4 for kind in range(34))
        return
    assert found.steps == 0
    assert number in SAMPLE.near(rack, 60)
    assert SAMPLE.rulings.match(rack) is not None


def test_what_lies_open_cannot_come() -> None:
    """A pair of which three tiles lie open is no goal; a group of them is one, for jokers."""
    visible = counts(parse_tiles("999d"))
    held = counts(parse_tiles("1111b 2222b 333b FF"))
    assert distance(a_goal("X 1111b 2222b 3333b 99d"), held, visible) is None
    near = distance(a_goal("X 1111b 2222b 333b 999d"), held, _NOTHING)
    hard = distance(a_goal("X 1111b 2222b 333b 999d"), held, visible)
    assert near is not None
    assert hard is not None
    assert hard.steps == near.steps == 3
    assert hard.cost > near.cost


def test_an_exposure_is_a_whole_group_of_the_goal() -> None:
    """It is not wanted any more; a hand without the group, and a concealed one, are no goals beside it."""
    card = CardGoals(rulings("X 111b 2222b 333b FFFFf", "X 1111b 222b 333b FFFFf", "C 111b 2222b 333b FFFFf"))
    laid = exposure_of(parse_tiles("11b Jk"))
    assert laid is not None
    goal = card.goal(0, [laid])
    assert goal is not None
    assert [need.kind for need in goal.needs] == [*parse_tiles("2b 3b"), ANY_FLOWER]
    assert card.goal(1, [laid]) is None
    assert card.goal(2, [laid]) is None
    assert card.with_exposed(counts(parse_tiles("111b")), [laid], 5) == [0]


def test_no_more_hands_are_looked_at_than_asked_for() -> None:
    """Where many are equally near, some of them, from all over the card."""
    found = SAMPLE.near(counts((JOKER,) * 8), 10)
    assert len(found) == len(set(found)) == 10
    assert len({SAMPLE.hands[place].line for place in found}) > 5


@pytest.mark.parametrize("section", range(3))
def test_a_section_can_be_looked_at_alone(section: int) -> None:
    """Its hands follow one another on the card."""
    begin, end = SAMPLE.sections[section]
    rack = counts(parse_tiles("123456789b NEWSw R d".replace(" d", "d")))
    assert all(begin <= place < end for place in SAMPLE.near(rack, 5, (begin, end)))
    card = SAMPLE.rulings.card
    assert {card.lines[SAMPLE.hands[place].line].section for place in range(begin, end)} == {section}

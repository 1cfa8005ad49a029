"""Simulated games of american: legal, the same for the same seed, tiles and points conserved, cards kept private."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog import events as ev
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.events import decode_event
from mjlog.rulesets import load
from mjlog.simulate.american.goals import goals_of
from mjlog.simulate.american.player import CardPlayer, a_card_style
from mjlog.simulate.chance import Chance
from mjlog.table import Table
from mjlog.table.state import DEALING, NOTHING, PASSING
from mjlog_cli.main import main
from tests.simulate.american_cards import HARD, SMALL, hard_card, shelf_with, small_card
from tests.simulate.games import audited, findings, played, read, states, tiles_of
from turns import examples, in_turn

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

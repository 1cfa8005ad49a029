"""The running sheet of a session: its results in short hand, rotated, settled and totalled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines
from terminal import CTRL_C, CTRL_D, Terminal

from mjlog.errors import MjlogError
from mjlog.rulesets import default_rules, load, resolve
from mjlog_cli.scoring.session import ScoringSession

PLAYERS = ["anna", "ben", "cleo", "dora"]
NAMED = [part for player in PLAYERS for part in ("--player", player)]
SHEET = ["settle", "--ruleset", "bmja", "--sheet", "-"]


def totals(*results: str, ruleset: str = "bmja", **options: Any) -> list[int | None]:
    """The totals of anna, ben, cleo and dora after these results; none of them is refused or left unsettled."""
    session = ScoringSession(resolve(load(ruleset), options), options, PLAYERS)
    for line in results:
        assert session.enter(line) is None
    return list(session.sheet().totals)


def test_a_result_is_settled_as_a_hand_with_these_totals() -> None:
    assert totals("8s48/4/2") == [-76, 192, -54, -62]
    assert totals("8sw48/4/2") == [-76, 192, -54, -62]


def test_the_seats_move_on_as_in_a_game() -> None:
    """South wins, so that ben is East; ben wins and stays; after a drawn hand, too."""
    assert totals("8s48/4/2", "e48/0/0/0") == [-76 - 96, 192 + 288, -54 - 96, -62 - 96]
    assert totals("8s48/4/2", "wash", "e48/0/0/0") == totals("8s48/4/2", "e48/0/0/0")
    assert totals("8s48/4/2; wash; e48/0/0/0") == totals("8s48/4/2", "e48/0/0/0")


def test_penalties_count_in_the_totals_and_all_points_sum_to_nothing() -> None:
    found = totals("8s48/4/2", "penalty N 300 wrong call of mah-jong")
    # The second hand has not begun: dora still sits north.
    assert found == [-76 + 100, 192 + 100, -54 + 100, -62 - 300]
    assert sum(found) == 0  # type: ignore[arg-type]


def test_what_was_paid_can_be_said_instead() -> None:
    """As after a dangerous discard, for which one player pays for all."""
    assert totals("8s48/4/2; pay -192/192/0/0") == [-192, 192, 0, 0]
    assert totals("8s48/4/2", "pay -192/192/0/0") == [-192, 192, 0, 0]


def test_a_discarder_who_pays_double_is_named_with_the_result() -> None:
    assert totals("smw8/48/4/2", ruleset="classical", DiscDoubles=True)[1] == 4 * 48 + 2 * 48 + 2 * 48
    assert totals("smfe8/48/4/2", ruleset="classical", DiscDoubles=True)[1] == 4 * 48 + 48 + 48
    session = ScoringSession(resolve(load("classical"), {"DiscDoubles": True}), {"DiscDoubles": True}, PLAYERS)
    for line, instead in (
        ("8s48/4/2", "smfe8/48/4/2 (east), or smw8/48/4/2 from the wall"),
        ("e48/8/4/2", "emfs48/8/4/2 (south), or emw48/8/4/2 from the wall"),
        ("8s48/4/", "smfe8/48/4/ (east), or smw8/48/4/ from the wall"),
    ):
        with pytest.raises(MjlogError) as refused:
            session.enter(line)
        assert str(refused.value).endswith(f"the discarder pays double: say who it was, like {instead}")
    assert session.sheet().hands == ()
    assert session.enter("smfe8/48/4/2") is None
    assert [hand.number for hand in session.sheet().hands] == [1]


def test_a_score_that_is_missing_can_follow() -> None:
    session = ScoringSession(default_rules("bmja"), {}, PLAYERS)
    assert session.enter("8s48/4/") == "not settled yet: no score of north; it can follow, like n=8"
    assert session.sheet().totals == (None,) * 4
    assert session.enter("n=2") is None
    assert session.sheet().totals == (-76, 192, -54, -62)


def test_where_losers_settle_nothing_the_winner_s_score_is_enough() -> None:
    assert totals("sm1", ruleset="mahjiang") == [-2, 4, -1, -1]


def test_what_breaks_the_rules_is_told_at_once() -> None:
    session = ScoringSession(default_rules("bmja"), {}, PLAYERS)
    assert session.enter("8s48/4/2") is None
    assert session.enter("penalty N 60 misnamed") == "north's fine of 60: misnamed: 50 expected"
    assert session.enter("wash") is None
    assert session.enter("pay -1/1/0/0") == "points are paid in a drawn hand"
    assert session.sheet().totals == (-76 + 20, 192 + 20 - 1, -54 + 20 + 1, -62 - 60)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pay -1/1/0/0", "a settlement before the hand is won or drawn; expected a result first, like 8s48/4/2"),
        ("8s48/4/2; pay -100/90/10/0", "loses 100: loses 76 is due: with that the totals could not be told any more"),
        ("8s48/4/2; pay 1/2/3/4", "add up to 10: with that the totals could not be told"),
    ],
)
def test_a_line_after_which_the_totals_could_not_be_told_is_not_taken(line: str, message: str) -> None:
    session = ScoringSession(default_rules("bmja"), {}, PLAYERS)
    with pytest.raises(MjlogError) as refused:
        session.enter(line)
    assert message in str(refused.value)
    assert session.sheet().hands == ()
    assert session.enter("8s48/4/2") is None


def test_after_the_last_round_there_is_no_other_hand() -> None:
    session = ScoringSession(default_rules("bmja"), {}, PLAYERS)
    for _ in range(16):
        assert session.enter("0s48/0/0") is None
    with pytest.raises(MjlogError, match="hand 17 begins after the end of the 4 rounds: the session is over"):
        session.enter("0s48/0/0")
    assert len(session.sheet().hands) == 16
    assert None not in session.sheet().totals
    assert session.enter("penalty N 50 misnamed") is None


def test_a_line_that_cannot_be_read_changes_nothing() -> None:
    session = ScoringSession(default_rules("bmja"), {}, PLAYERS)
    for line in ("foo", "8s48/4", "8s48/4/2; foo", "{}", "game tuesday bmja anna ben cleo dora"):
        with pytest.raises(MjlogError):
            session.enter(line)
        assert session.sheet().hands == ()
    assert session.enter("8s48/4/2") is None
    assert session.enter("# a remark") is None
    assert session.enter("") is None
    assert len(session.sheet().hands) == 1


def test_players_sit_as_many_as_the_rule_set_has_seats() -> None:
    session = ScoringSession(resolve(load("western"), {"players": 3}), {"players": 3}, [])
    assert session.enter("8s48/4") is None
    assert session.sheet().players == ("Player 1", "Player 2", "Player 3")
    for players in (PLAYERS[:3], ["anna", "anna", "ben", "cleo"]):
        with pytest.raises(MjlogError, match="players; expected 4, each with another handle"):
            ScoringSession(default_rules("bmja"), {}, players)


# -- the command ------------------------------------------------------------------------------------------------------

PRINTED = """\
score sheet of session
rules:   British club rules (BMJA): one chow, knitted hands and snakes, fishing
         losers (bmja, version 2)

hand                                    anna       ben      cleo      dora
--------------------------------------------------------------------------
  1 E South wins                      E    8    S   48    W    4    N    2
    on a discard                     -76 -76  +192 192   -54 -54   -62 -62
  2 E wash-out                        N         E         S         W
                                       0 -76     0 192     0 -54     0 -62
--------------------------------------------------------------------------
total                                    -76       192       -54       -62

East next: ben
"""


def test_the_sheet_of_a_session_is_printed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text("8s48/4/2\n\nwash  # late\n", "utf-8-sig")
    for command in (["settle", "--ruleset", "bmja", "--sheet", path, *NAMED], [*SHEET, *NAMED]):
        result = run(*command, stdin=path.read_bytes())
        assert (result.exit_code, result.stdout, result.stderr) == (0, PRINTED, "")


def test_players_without_names_are_numbered(run: Run) -> None:
    assert "Player 1  Player 2  Player 3  Player 4" in run(*SHEET, stdin="wash\n").stdout


def test_a_bad_line_is_named_and_the_rest_goes_on(run: Run) -> None:
    result = run(*SHEET, *NAMED, stdin=b"8s48/4/2\nfoo\n\xff\xfe\nwash\n4/4/w8\n")
    assert result.exit_code == 1
    first, second, third = result.stderr.splitlines()
    assert first.startswith("mjlog: -:2: 'foo' is no act")
    assert second == "mjlog: -:3: the line is no UTF-8 text"
    assert third.startswith("mjlog: -:5: '4/4/w8'")
    assert "\n".join(PRINTED.splitlines()[4:12]) in result.stdout


def test_a_hand_that_cannot_be_settled_is_named(run: Run) -> None:
    result = run(*SHEET, *NAMED, stdin="8s48/4/\n")
    assert (result.exit_code, result.stderr) == (
        1,
        "mjlog: -:1: not settled yet: no score of north; it can follow, like n=8\n",
    )


def test_what_breaks_the_rules_is_on_the_sheet(run: Run) -> None:
    result = run(*SHEET, *NAMED, stdin="8s48/4/2\npenalty N 60 misnamed\n")
    assert result.exit_code == 1
    assert result.stderr == "mjlog: -:2: north's fine of 60: misnamed: 50 expected\n"
    assert "\nfindings\n  hand 1: " in result.stdout


def test_the_sheet_is_told_to_programs(run: Run) -> None:
    first, second, last = lines(run(*SHEET, *NAMED, "--json", stdin="8s48/4/2\nwash\n"))
    assert (first["hand"], first["round"], first["outcome"], first["winner"]) == (1, "E", "won", "ben")
    assert first["players"]["ben"] == {"seat": "S", "score": 48, "change": 192, "penalties": 0, "total": 192}
    assert (second["outcome"], second["winner"], second["players"]["ben"]["seat"]) == ("wash-out", None, "E")
    assert last == {"totals": {"anna": -76, "ben": 192, "cleo": -54, "dora": -62}, "next_east": "ben"}


def test_a_club_s_own_rule_set_is_settled_by(run: Run, tmp_path: Path) -> None:
    document = load("bmja").document.replace('id = "bmja"', 'id = "bmja-club"').replace('"bmja/', '"bmja-club/')
    document = document.replace("losers_settle = true ", "losers_settle = false ")
    path = tmp_path / "club.toml"
    path.write_text(document, "utf-8")
    result = run("settle", "--ruleset", path, "--sheet", "-", *NAMED, "--json", stdin="8s48/4/2\n")
    assert lines(result)[-1]["totals"] == {"anna": -96, "ben": 192, "cleo": -48, "dora": -48}


@pytest.mark.parametrize("given", [["--player", "anna"], ["--option", "Nothing=1"], ["--sheet", "nowhere.txt"]])
def test_what_there_cannot_be_a_sheet_of_is_told(run: Run, given: list[str]) -> None:
    result = run(*SHEET, *given)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("mjlog: ")


def test_the_sheet_grows_line_by_line_as_it_is_typed(tmp_path: Path) -> None:
    with Terminal(*SHEET, *NAMED, rows=50, home=tmp_path) as terminal:
        terminal.wait("hand 1:")
        terminal.enter("8s48/4/2", "hand 2:")
        assert [line.split() for line in terminal.lines if line.startswith("total")] == [
            ["total", "-76", "192", "-54", "-62"]
        ]
        terminal.enter("foo", "'foo' is no act")
        terminal.enter("wash", "hand 3:")
        terminal.enter("e48/0/0/0", "hand 4:")
        assert [line.split()[1:] for line in terminal.lines if line.startswith("total")] == [
            ["-76", "192", "-54", "-62"], ["-76", "192", "-54", "-62"], ["-172", "480", "-150", "-158"],
        ]  # fmt: skip
        assert sum("South wins" in line for line in terminal.lines) == 1
        terminal.keys(CTRL_D)
        terminal.wait("East next: ben")
        assert terminal.ended() == 0


def test_a_session_that_is_left_before_its_first_hand_ends_without_a_word_more(tmp_path: Path) -> None:
    with Terminal(*SHEET, home=tmp_path) as terminal:
        terminal.wait("hand 1:")
        terminal.keys(CTRL_C)
        assert terminal.ended() == 130
        assert "score sheet" not in terminal.screen


def test_a_session_that_is_left_prints_the_sheet_so_far(tmp_path: Path) -> None:
    more = ("--option", "DiscDoubles=true")
    with Terminal(
        "settle", "--ruleset", "classical", *more, "--sheet", "-", *NAMED, rows=50, home=tmp_path
    ) as terminal:
        terminal.wait("hand 1:")
        terminal.enter("8s48/4/2", "say who it was, like smfe8/48/4/2 (east), or smw8/48/4/2 from the wall")
        terminal.wait("hand 1:")
        terminal.enter("smfe8/48/4/2", "hand 2:")
        terminal.keys(CTRL_C)
        terminal.wait("East next: ben")
        assert terminal.ended() == 130
        assert "Traceback" not in terminal.screen


def test_riichi_is_settled_with_honba_and_sticks_and_by_who_was_ready() -> None:
    """The stick of the first hand goes to its winner, honba to the nearer of two."""
    assert totals("s! sfe3h30", ruleset="riichi") == [21100, 28900, 25000, 25000]
    assert totals("wash rse", ruleset="riichi") == [26500, 26500, 23500, 23500]
    assert totals("wash rse", "nfe3h30+s2h40", ruleset="riichi") == [26500 - 6800, 26500 + 2900, 23500, 23500 + 3900]


def test_of_riichi_it_is_told_what_is_missing_to_be_settled() -> None:
    session = ScoringSession(resolve(load("riichi"), {}), {}, PLAYERS)
    for line, missing in (("wash", "who was ready"), ("sm3h30", "says that East discarded it")):
        remark = session.enter(line)
        assert remark is not None
        assert missing in remark

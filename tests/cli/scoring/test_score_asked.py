"""`mjlog score` and `mjlog settle` at a terminal: what is missing is asked for, each answer checked at once."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from terminal import CTRL_C, CTRL_D, Terminal

from mjlog.calculator import whole
from mjlog.errors import NotationError
from mjlog.rulesets import default_rules, load, resolve
from mjlog_cli.scoring.asked_hand import ask_hand, ask_totals, same_on_one_line

NOTHING: dict[str, Any] = {"totals": {}, "winner": None, "discarder": None, "pays_for_all": None}


class Table:
    """Somebody who answers questions in their order; what was said meanwhile."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.questions: list[str] = []
        self.said: list[str] = []

    def ask(self, question: str, words: Any = (), default: str = "") -> str:
        """The next answer."""
        self.questions.append(question)
        return self._answers.pop(0)

    def say(self, text: str) -> None:
        """Something is told."""
        self.said.append(text)

    @property
    def complaints(self) -> list[str]:
        """What was wrong with answers."""
        return [text.strip() for text in self.said if text.startswith("  ") and not text.startswith("   ")]

    def hand(self, ruleset: str = "bmja", **known: Any) -> dict[str, Any]:
        """The hand that the answers describe; all of them are needed."""
        found = ask_hand(known, default_rules(ruleset), self.ask, self.say)
        assert not self._answers
        return found


def test_a_winning_hand_is_asked_for_part_by_part() -> None:
    table = Table("s", "e", "222c", "2222d", "c", "", "234b 55d Rd Rd", "2f", "y", "Rd", "discard", "")
    hand = table.hand()
    assert same_on_one_line(hand, default_rules("bmja"), "--ruleset bmja") == [
        "the same on one line:",
        '  mjlog score --ruleset bmja "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"',
        "",
    ]
    assert table.questions[:2] == ["seat (E, S, W, N)", "round (E, S, W, N)"]
    assert "concealed tiles, 7 or 8 with the winning one" in table.questions


def test_fourteen_tiles_say_that_the_hand_won() -> None:
    table = Table("s", "e", "", "123b 456b 789b 123c 55d", "", "5d", "wall", "last-tile")
    hand = table.hand()
    assert (hand["won"], hand["tile"], hand["source"], hand["flags"]) == (True, "5d", "wall", ["last-tile"])
    assert "fourteen tiles: the hand won" in table.said
    assert not any("did it win" in question for question in table.questions)


def test_a_hand_that_did_not_win_is_asked_for_nothing_more() -> None:
    table = Table("west", "south", "", "123b 456b 789b 123c 5d", "", "n")
    assert table.hand() == {
        "seat": "W", "round": "S", "sets": [], "bonus": [], "won": False,
        "concealed": ["1b", "2b", "3b", "4b", "5b", "6b", "7b", "8b", "9b", "1c", "2c", "3c", "5d"],
    }  # fmt: skip


def test_east_can_win_with_the_dealt_hand() -> None:
    table = Table("e", "e", "", "123b 456b 789b 123c 55d", "", "", "no-discard", "9")
    hand = table.hand()
    assert (hand["source"], hand.get("tile"), hand["flags"], hand["east_wins"]) == ("deal", None, ["no-discard"], 9)
    assert "what else is true (Enter: nothing)" in table.questions
    assert not any("last-tile" in text or "original-call" in text for text in table.said), "they cannot be true"


def test_what_is_known_is_not_asked_for() -> None:
    table = Table("222d", "", "234b 55d Rd Rd 9c 9c 9c", "Rd", "")
    hand = table.hand(seat="S", round="E", bonus="1f", source="wall")
    assert (hand["seat"], hand["bonus"], hand["source"], hand["tile"]) == ("S", "1f", "wall", "Rd")
    assert not any(word in question for question in table.questions for word in ("flowers", "source", "did it win"))


def test_a_winning_tile_that_is_known_is_the_one_that_won() -> None:
    table = Table("222d", "", "234b 55d Rd Rd 9c 9c 9c", "", "wall", "")
    hand = table.hand(seat="s", round="e", tile="RD")
    assert (hand["won"], hand["tile"], len(hand["concealed"])) == (True, "Rd", 11)
    table = Table("222d", "", "234b 55d Gd Gd 9c 9c 9c 3d", "234b 55d Rd Rd 9c 9c 9c Rd", "", "wall", "")
    hand = table.hand(seat="s", round="e", tile="Rd")
    assert (hand["tile"], len(hand["concealed"])) == ("Rd", 11)
    assert "the winning tile, red dragon, is not among the concealed: 234b 55d GGd 999c 3d" in table.complaints
    assert not any("winning tile" in question and "concealed" not in question for question in table.questions)


def test_a_hand_that_is_said_to_have_won_is_not_scored_as_a_loser() -> None:
    for known in ({"won": True}, {"flags": ["last-tile"]}):
        table = Table("222d", "", "234b 55d Rd Rd 9c 9c 9c", "", "Rd", "wall", *([] if "flags" in known else [""]))
        hand = table.hand(seat="S", round="E", **known)
        assert (hand["won"], hand["tile"]) == (True, "Rd")
        assert "did it win (y, n)" not in table.questions


def test_a_dealt_hand_that_is_known_has_fourteen_tiles_and_no_winning_one() -> None:
    table = Table("", "123b 456b 789b 123c 5d", "123b 456b 789b 123c 55d", "", "", "")
    hand = table.hand(seat="e", round="e", source="deal")
    assert (hand["source"], hand.get("tile"), len(hand["concealed"])) == ("deal", None, 14)
    assert "13 tiles; expected 14, as dealt" in table.complaints
    table = Table("", "123b 456b 789b 123c 55d", "", "5d", "", "")
    assert table.hand(seat="e", round="e", source="wall")["source"] == "wall"
    assert "winning tile" in table.questions, "no Enter for the dealt hand"


def test_tiles_are_asked_for_where_a_hand_on_a_line_has_none() -> None:
    known = whole({"hand": "S in E (222c) 1f"})
    table = Table("", "123b 55d Rd Rd Rd 9c 9c", "n")
    hand = table.hand(**known)
    assert (hand["seat"], hand["bonus"], len(hand["sets"]), len(hand["concealed"])) == ("S", ["1f"], 1, 10)


def test_only_seat_and_round_are_asked_for_of_a_hand_that_names_neither() -> None:
    table = Table("n", "w")
    assert table.hand(concealed="123b", won=False) == {"concealed": "123b", "won": False, "seat": "N", "round": "W"}


def test_a_kong_is_asked_how_it_was_made_unless_that_was_said() -> None:
    table = Table("1111b", "x", "a", "2222b added", "[3333b]", "(4444b)", "5d", "", "n")
    sets = table.hand("classical", seat="S", round="E")["sets"]
    assert [(one["concealed"], one.get("origin")) for one in sets] == [
        (False, "added"), (False, "added"), (True, None), (False, None),
    ]  # fmt: skip
    assert table.complaints == ["expected c, a or d"]


def test_flowers_are_not_asked_for_where_there_are_none() -> None:
    table = Table("s", "e", "", "123b 456b 789b 123c 5d", "n")
    table.hand("mahjiang")
    assert not any("flowers" in question for question in table.questions)


WRONG = [
    (0, "q", "expected one of E, S, W, N"),
    (2, "124b", "124b in brackets is no set"),
    (2, "55b", "55b in brackets is no set"),
    (2, "(111b) (222b) (333b) (444b) (555b)", "expected a set like 789c, 222d or 2222d, 4 of them at the most"),
    (2, "(111b) 5d", "expected a set like 789c, 222d or 2222d"),
    (4, "234b 55d Rd", "6 tiles; expected 10, or 11 with the winning one"),
    (4, "234b 55d RRd 2c 2c 9d", "5 tiles 2 characters: there are 4 of it"),
    (4, "234b 55d RRd 1f 9b 9b", "flower 1 is no tile of a complete hand: flowers and seasons are asked for next"),
    (4, "quite a lot", "'quite' is not a tile"),
    (5, "5f", "there is no flower 5: they are 1f to 4f, and the seasons 1s to 4s"),
    (5, "1f 1f", "2 tiles flower 1: there is 1 of it"),
    (5, "Rd", "red dragon is no flower and no season; they are 1f to 4f and 1s to 4s"),
    (6, "perhaps", "expected y or n"),
    (7, "5d 5d", "expected one tile of a suit or an honor, like 5d, Ew or Rd"),
    (7, "2c", "5 tiles 2 characters: there are 4 of it"),
    (8, "wal", "did you mean wall?"),
    (8, "deal", "south cannot win with the dealt hand: only east is dealt 14 tiles"),
    (8, "loose", "a loose tile replaces the fourth tile of a kong: the hand has none"),
    (8, "kong", "a robbed kong has all four red dragons: the winner"),
    (9, "lucky", "'lucky' is none of them; expected twofold, original-call, last-tile, no-discard"),
    (9, "twofold", "`twofold` is said of a win with the loose tile of a kong"),
]
RIGHT = ["s", "e", "222c", "", "234b 55d RRd 2c 9c 9c", "", "y", "Rd", "wall", ""]


@pytest.mark.parametrize(("place", "answer", "message"), WRONG)
def test_an_answer_that_cannot_be_is_asked_for_again(place: int, answer: str, message: str) -> None:
    table = Table(*RIGHT[:place], answer, *RIGHT[place:])
    hand = table.hand("classical")
    assert any(message in text for text in table.said)
    assert table.questions[place] == table.questions[place + 1]
    assert (hand["tile"], hand["source"], len(hand["concealed"])) == ("Rd", "wall", 11)


def test_a_winning_tile_is_one_of_those_in_the_hand() -> None:
    table = Table("s", "e", "", "123b 456b 789b 123c 55d", "", "9d", "5d", "wall", "")
    assert table.hand()["tile"] == "5d"
    (complaint,) = [text for text in table.complaints if "9 dots" in text]
    assert complaint == "the winning tile, 9 dots, is not among the concealed: 123456789b 123c 55d"


def test_wins_in_a_row_are_a_number() -> None:
    table = Table("e", "e", "", "123b 456b 789b 123c 55d", "", "5d", "wall", "", "many", "3")
    assert table.hand()["east_wins"] == 3
    assert "expected a number, like 9, or Enter" in table.complaints


def test_what_was_said_wrongly_before_is_not_held_against_the_answers() -> None:
    """The scorer tells of it, once; questions do not come back for it."""
    table = Table("", "123b 456b 789b 123c 55d", "", "5d", "wall")
    hand = table.hand(seat="S", round="E", flags=["twofold"], east_wins=2)
    assert (hand["flags"], hand["east_wins"], len(table.questions)) == (["twofold"], 2, 5)
    with pytest.raises(NotationError, match="'zz' is not a tile"):
        Table().hand(seat="E", round="E", bonus="zz")


# -- totals -----------------------------------------------------------------------------------------------------------


def test_totals_and_winner_are_asked_for() -> None:
    table = Table("16", "forty", "40", "8", "8", "s", "")
    found = ask_totals(NOTHING, default_rules("classical"), table.ask, table.say)
    assert found == NOTHING | {"totals": {"E": 16, "S": 40, "W": 8, "N": 8}, "winner": "S"}
    assert table.complaints == ["expected a number of points, 0 or more, like 26"]


def test_after_a_drawn_hand_nobody_is_asked_who_pays() -> None:
    table = Table("16", "40", "8", "8", "")
    assert ask_totals(NOTHING, default_rules("classical"), table.ask, table.say)["winner"] is None
    assert len(table.questions) == 5


def test_only_who_discarded_the_tile_can_pay_for_all() -> None:
    doubles = resolve(load("classical"), {"DiscDoubles": True})
    table = Table("16", "40", "8", "8", "s", "w", "s", "w")
    found = ask_totals(NOTHING, doubles, table.ask, table.say)
    assert (found["discarder"], found["pays_for_all"]) == ("W", "W")
    assert table.questions[-1] == "who pays for all (W; Enter: nobody)"
    table = Table("16", "40", "8", "8", "s", "")
    assert ask_totals(NOTHING, doubles, table.ask, table.say)["pays_for_all"] is None
    assert table.questions[-1] == "who discarded the winning tile (E, W, N; Enter: it was drawn)"


def test_who_won_can_be_known_already() -> None:
    table = Table("16", "40", "8", "8", "w")
    found = ask_totals(NOTHING | {"winner": "s"}, default_rules("classical"), table.ask, table.say)
    assert (found["winner"], found["pays_for_all"]) == ("s", "W")
    assert table.questions[-1] == "who pays for all (E, W, N; Enter: nobody)"


# -- at a terminal ----------------------------------------------------------------------------------------------------


def test_a_hand_is_asked_for_and_scored_at_a_terminal(tmp_path: Path) -> None:
    with Terminal("score", rows=50, home=tmp_path, anew=True) as terminal:
        terminal.wait("rule set:")
        terminal.enter("lunar", "no rule set 'lunar'")
        terminal.enter("american", "american values hands by a score card, or not at all")
        terminal.enter("bmja", "seat (E, S, W, N):")
        terminal.enter("s", "round (E, S, W, N):")
        terminal.enter("e", "set on the table (Enter: no more):")
        terminal.enter("222c", lambda: terminal.screen.count("set on the table (Enter: no more):") == 2)
        terminal.enter("", "concealed tiles, 10 or 11 with the winning one:")
        terminal.enter("234b 55d RRd 999c", "flowers and seasons (Enter: none):")
        terminal.enter("2f", "did it win (y, n):")
        terminal.enter("y", "winning tile:")
        terminal.enter("Rd", "source:")
        terminal.enter("discard", "what else is true (Enter: nothing):")
        terminal.enter("", "total 152")
        assert '  mjlog score --ruleset bmja "S in E 234b 999c 55d RRd (222c) 2f +Rd discard"' in terminal.screen
        assert "East 304" in " ".join(terminal.screen.split())
        assert terminal.ended() == 0


def test_the_discarder_is_asked_for_where_that_matters(tmp_path: Path) -> None:
    hand = "S in E 234b 55d RRd 999c (222c) +Rd discard"
    with Terminal("score", "--ruleset", "classical", "--option", "DiscDoubles=true", hand, home=tmp_path) as terminal:
        terminal.wait("who discarded the winning tile (E, W, N):")
        terminal.enter("s", "expected one of E, W, N")
        terminal.enter("w", "to South")
        assert terminal.ended() == 0
        rows = [line.split() for line in terminal.lines]
        assert ["East", "136"] in rows
        assert ["West", "136"] in rows
        assert ["North", "68"] in rows


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
@pytest.mark.parametrize(("command", "done"), [("score", "scored"), ("settle", "settled")])
def test_whoever_leaves_is_not_shown_a_traceback(tmp_path: Path, key: str, command: str, done: str) -> None:
    with Terminal(command, home=tmp_path) as terminal:
        terminal.wait("rule set:")
        terminal.keys(key)
        assert terminal.ended() == 130
        assert f"nothing was {done}" in terminal.screen
        assert "Traceback" not in terminal.screen


def test_totals_are_asked_for_and_settled_at_a_terminal(tmp_path: Path) -> None:
    with Terminal("settle", home=tmp_path) as terminal:
        terminal.wait("rule set:")
        terminal.enter("classical", "total of East:")
        for total, question in (("16", "total of South:"), ("40", "total of West:"), ("8", "total of North:")):
            terminal.enter(total, question)
        terminal.enter("8", "who won (E, S, W, N; Enter: nobody):")
        terminal.enter("s", "who pays for all (E, W, N; Enter: nobody):")
        terminal.enter("", "in all")
        assert terminal.ended() == 0
        assert ["West", "16", "40", "−56"] in [line.split() for line in terminal.lines]


def test_the_discarder_is_asked_for_by_settle_where_that_matters(tmp_path: Path) -> None:
    more = ("--option", "DiscDoubles=true", "--winner", "S")
    with Terminal("settle", "--ruleset", "classical", *more, home=tmp_path) as terminal:
        terminal.wait("total of East:")
        for total, question in (("16", "total of South:"), ("40", "total of West:"), ("8", "total of North:")):
            terminal.enter(total, question)
        terminal.enter("8", "who discarded the winning tile (E, W, N; Enter: it was drawn):")
        terminal.enter("e", "who pays for all")
        terminal.enter("", "in all")
        assert ["East", "160", "−128"] in [line.split() for line in terminal.lines]


def test_what_could_have_been_typed_names_the_file_of_the_rule_set_and_all_options(tmp_path: Path) -> None:
    document = load("bmja").document.replace('id = "bmja"', 'id = "club"').replace('"bmja/', '"club/')
    path = tmp_path / "our club.toml"
    path.write_text(document, "utf-8")
    switches = ("--option", "roof_off=true", "--discarder", "W", "--pays-for-all", "w")
    with Terminal(
        "score", "S in E 234b 55d RRd (222c) [2222d] +Rd discard", *switches, rows=60, columns=500, home=tmp_path
    ) as one:
        one.wait("rule set:")
        one.enter(str(path), "total ")
        assert one.ended() == 0
        (typed,) = [line.strip() for line in one.lines if line.startswith("  mjlog score ")]
    program, command, *arguments = shlex.split(typed)
    assert (program, command) == ("mjlog", "score")
    assert arguments == ["--ruleset", str(path), *switches, "S in E 234b 55d RRd (222c) [2222d] +Rd discard"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["score", "--bonus", "5f"], "there is no flower 5"),
        (["score", "--ruleset", "bmja", "--set", "pung:zz"], "'zz' is not a tile"),
        (["score", "--tile", "qq"], "'qq' is not a tile"),
        (["score", "--source", "sky"], "`source` is 'sky': one of deal, discard"),
        (["score", "--discarder", "X"], "--discarder 'X': expected one of E, S, W, N"),
        (["score", "nonsense"], "'nonsense' is not a tile"),
        (["score", "--ruleset", "bmja", "--line", "y1"], "--line is said of a hand of a score card"),
        (["score", "--ruleset", "bmja", "--option", "Nothing=1"], "has no option 'Nothing'"),
        (["settle", "--winner", "Z"], "--winner 'Z': expected one of E, S, W, N"),
        (["settle", "--ruleset", "classical", "--winner", "Z"], "--winner 'Z': expected one of E, S, W, N"),
        (
            ["settle", "--winner", "S", "--pays-for-all", "s"],
            "--pays-for-all S: expected another seat than the winner's",
        ),
        (
            ["settle", "--ruleset", "western", "--option", "players=3", "--winner", "N"],
            "--winner N: nobody sits north by these rules",
        ),
        (["settle", "--value", "25"], "--value is said of a hand of a score card"),
    ],
)
def test_what_is_known_and_wrong_is_told_before_anything_is_asked(
    tmp_path: Path, command: list[str], message: str
) -> None:
    with Terminal(*command, home=tmp_path) as terminal:
        assert terminal.ended() == 2
        assert message in " ".join(terminal.screen.split())
        assert "what is missing is asked for" not in terminal.screen

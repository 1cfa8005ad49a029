"""Dead hands in words: sentences that a player understands, with events, amounts and rules."""

from __future__ import annotations

from audit.dead_cases import CASES
from each import each
from mjlog.audit.dead import dead_hands
from mjlog.log.records import GameRecord
from mjlog.views.dead_words import dead_hand_words
from short_logs import events


def words(name: str) -> list[str]:
    """What is said of the one dead hand of a case."""
    rows = iter([(event, event.seq) for event in events(CASES[name].text)])
    (dead,) = dead_hands(GameRecord("short", "short", rows))
    return dead_hand_words(dead)


@each("name, said", [
    ("american-drawn-twice", [
        "South has 15 tiles where 14 are right [american/dead-1]",
        "Certain at event 34",
        "South pays the winner like the others: 60 to east [american/dead-1]: recorded",
    ]),
    ("american-said-to-be-wrong", [
        "South's hand is said to have a wrong number of tiles [american/dead-1]",
        "Declared dead at event 4 by north: the record neither proves nor refutes it",
        "South pays the winner like the others: 30 to west [american/dead-1]: recorded",
    ]),
    ("american-not-dead", [
        "South's hand is said to have a wrong number of tiles [american/dead-1]",
        "Declared dead at event 33 by north: the record refutes it",
    ]),
    ("american-exposure-corrected", [
        "South's exposures are those of no line of the card, by the rack alone [american/dead-3]",
        "Certain at event 5",
        "From event 6 on it is right again",
    ]),
    ("american-false-mahjong-not-shown", [
        "South declares mahjong at event 34, and the hand is not complete: it was taken back at event 35, "
        "before the hand was shown [american/dead-4]",
        "Certain at event 34",
        "No penalty: play goes on where it was [american/error-5]",
    ]),
    ("bmja-false-mahjong-fined-otherwise", [
        "South declares mahjong at event 22, and the hand is not complete: the hand was shown at event 23",
        "Certain at event 22",
        "No win: a hand that is not complete cannot be mahjong [bmja/mahjong]",
        "South is fined 500 points: 167 to west, 167 to north and 166 to east [bmja/penalty]: recorded "
        "otherwise at event 24",
    ]),
    ("dmjl-long-hand-shown", [
        "West has 14 tiles where 13 are right",
        "Certain at event 23, and it came about between events 20 and 22",
        "No win: a hand with a wrong number of tiles cannot be mahjong [dmjl/mahjong]",
        "West's hand scores nothing: it has too many tiles [dmjl/long-hand]: recorded",
    ]),
    ("dmjl-misnamed", [
        "East discards a tile at event 3 and names it wrongly: it is claimed for a pung under that name "
        "[dmjl/penalty]",
        "Certain at event 4, so since event 3",
        "East is fined 100 points: 34 to south, 33 to west and 33 to north [dmjl/penalty]: not recorded",
    ]),
    ("classical-called-hand-shown-changed", [
        "East makes an original call at event 20, and changes the hand [classical/call-1]",
        "Certain at event 31, so since event 28",
        "The original call counts for nothing, and its double is lost [classical/double-3]",
        "The rules name no penalty",
    ]),
    ("western-contradicted", [
        "South has 15 tiles where 14 are right",
        "Certain at event 5",
        "The hand shown at event 11 has the right number: the record contradicts itself, and nothing follows",
    ]),
])  # fmt: skip
def test_a_dead_hand_is_told_in_sentences(name: str, said: list[str]) -> None:
    assert words(name) == said

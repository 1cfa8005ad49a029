"""Hand histories of the server: every message, and what becomes of lines that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import rows_in
from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.formats.xmj import read_game
from mjlog.log.records import Fault, Row, Where, line_of
from mjlog.seats import Seat
from samples import RECORDS, hand_histories, name_of

TABLE = Path(__file__).with_name("xmj.txt")

HEADER = """Player 1 Robot1
Player 2 Robot2
Player 3 Robot3
Player 4 Robot4
Game 1 2 3 4 E 0 1 0 0 0 0 1110 0
GameOption 0 ScoreLimit nat 0 1 1000 limit
GameOption 0 NoLimit bool 0 1 0 none
GameOption 0 FlowersOwnBoth score 0 1 10000 both
GameOption 0 End end 0 1 0
NewHand 1 2 5
"""
"""Robot1 is East; players and seats are in the same order."""
Files = list[tuple[str, bytes]]


def rows(text: str, header: str = HEADER) -> list[Row]:
    """The rows that a hand history becomes."""
    return list(read_game("game", "game", [("hand-01.mjs", (header + text).encode())]).rows)


def played(text: str) -> list[ev.Event]:
    """The events after the header; the text must have no fault."""
    found = [row for row, _where in rows(DEAL + text)]
    assert not [row for row in found if isinstance(row, Fault)], found
    return [row for row in found if isinstance(row, ev.Event)][BEFORE_PLAY:]


def faults(text: str, header: str = HEADER) -> list[tuple[str, int | None, str]]:
    """What could not be read: code, line, message."""
    return [(row.code, line_of(where), row.message) for row, where in rows(text, header) if isinstance(row, Fault)]


DEAL = (
    "".join(
        f"PlayerDraws {seat} {tile}\n"
        for turn in range(3)
        for seat, suit in zip("1234", "BCDB", strict=True)
        for tile in [f"{rank}{suit}" for rank in ((1, 2, 3, 4), (5, 6, 7, 8), (9, 9, 1, 2))[turn]]
    )
    + "PlayerDraws 1 EW\nPlayerDraws 2 SW\nPlayerDraws 3 WW\nPlayerDraws 4 NW\nPlayerDraws 1 RD\n"
    + "".join(f"PlayerDeclaresSpecial {seat} --\n" for seat in "1234")
)
BEFORE_PLAY = 3 + 17
"""Events of the header and the deal: game-start, hand-start, break, and 17 blocks."""


def test_the_header_becomes_game_hand_and_break() -> None:
    """Players, options and totals as the server states them."""
    start, hand, broken = (row for row, _where in rows("")[:3])
    assert start.players == ("Robot1", "Robot2", "Robot3", "Robot4")
    assert start.options == {"ScoreLimit": 1000, "NoLimit": False, "FlowersOwnBoth": 10000}
    assert (hand.hand, hand.round, hand.seats[Seat.S]) == (1, Seat.E, "Robot2")
    assert hand.totals == {"Robot1": 0, "Robot2": 0, "Robot3": 0, "Robot4": 0}
    assert (hand.held, hand.held_by) == (0, "Robot1")
    assert (broken.wall, broken.stack) == (Seat.W, 6)


def test_seats_turn_with_the_new_east() -> None:
    """`Game` states the seats before they moved, `NewHand` who is East now."""
    moved = HEADER.replace("NewHand 1", "NewHand 2").replace("0 1 0 0 0 0 1110", "1 1 10 20 -10 -20 1110")
    start, hand = (row for row, _where in rows("", moved)[:2])
    assert [hand.seats[seat] for seat in Seat] == ["Robot2", "Robot3", "Robot4", "Robot1"]
    assert start.players == ("Robot2", "Robot3", "Robot4", "Robot1")
    assert hand.totals == {"Robot1": 10, "Robot2": 20, "Robot3": -10, "Robot4": -20}


def test_the_deal_is_written_block_by_block() -> None:
    """Four draws are one event; the last two of East are two."""
    deals = [row for row, _where in rows(DEAL) if isinstance(row, ev.Deal)]
    assert [len(deal.tiles) for deal in deals] == [4] * 12 + [1] * 5
    assert [deal.seat for deal in deals[12:]] == [Seat.E, Seat.S, Seat.W, Seat.N, Seat.E]
    assert [str(tile) for tile in deals[0].tiles] == ["1b", "2b", "3b", "4b"]


@each("line, written",
    rows_in(TABLE, "a message becomes an event"),
)  # fmt: skip
def test_a_message_becomes_an_event(line: str, written: str) -> None:
    """Every message that means something on the table."""
    moved = "PlayerDiscards 4 NW 1 0\n" if line == "PlayerMahJongs 2 5B" else ""
    if moved:
        event = played(f"{moved}PlayerDraws 2 5B\n{line}\n")[-1]
        assert ev.encode_event(event).decode() == written.replace('"seq":21', '"seq":23')
        return
    (event,) = played(line + "\n")
    assert ev.encode_event(event).decode() == written


def test_a_claimed_chow_is_written_with_its_tiles() -> None:
    """The place that the claim names."""
    claim = played("PlayerDiscards 1 5C 1 0\nPlayerClaimsChow 2 1 Middle\n")[-1]
    assert [str(tile) for tile in claim.tiles or ()] == ["4c", "5c", "6c"]


def test_a_settlement_is_read_with_its_words() -> None:
    """Figures, payments and who let off a cannon."""
    text = "Settlement 4 -8 4 0 South pays East 4\\\nSouth pays West (for North) 4\\\nEast and North are even\\\n" + (
        "South let off a cannon\\\nEast GAINS 4\\\nSouth LOSES 8\\\nWest GAINS 4\\\nNorth GAINS 0\\\n\n"
    )
    (event,) = played(text)
    assert event.change == {Seat.E: 4, Seat.S: -8, Seat.W: 4, Seat.N: 0}
    assert event.payments == ((Seat.S, Seat.E, 4), (Seat.S, Seat.W, 4))
    assert event.cannon is Seat.S
    assert event.stated is None


def test_a_dangerous_discard_belongs_to_the_set_it_gave() -> None:
    """Or to the win."""
    text = "PlayerDiscards 1 EW 1 0\nPlayerClaimsPung 3 1\nPlayerPungs 3 EW\nDangerousDiscard 1 1 {}\n"
    for flag, danger in (("0", "choice"), ("1", "no-choice")):
        taken = played(text.format(flag))[-1]
        assert taken.dangerous == danger


@pytest.mark.parametrize("line", ["PlayerReady 1", "Pause 5 0 to start", "ClaimDenied 2 late", "StartPlay"])
def test_messages_without_a_meaning_on_the_table_become_nothing(line: str) -> None:
    """They are passed over without a word."""
    assert played(line + "\n") == []


@each("line, code, words", rows_in(TABLE, "what cannot be read is a finding with its line"))
def test_what_cannot_be_read_is_a_finding_with_its_line(line: str, code: str, words: str) -> None:
    """Nothing is dropped in silence, and the lines around are read."""
    ((found, number, message),) = faults(f"{DEAL}{line}\nPlayerDiscards 1 EW 1 0\n")
    assert (found, number) == (code, HEADER.count("\n") + DEAL.count("\n") + 1)
    assert words in message
    assert isinstance(rows(f"{DEAL}{line}\nPlayerDiscards 1 EW 1 0\n")[-1][0], ev.Discard)


@each("old, new, line", [
    ("Game 1 2 3 4", "Game 1 2 3 3", 10),
    ("Game 1 2 3 4 E", "Game 1 2 3 4 X", 10),
    ("Game 1 2 3 4 E 0 1 0", "Game 1 2 3 4 E 0 1 zero", 10),
    ("Game 1 2 3 4 E 0 1 0 0 0 0 1110 0\n", "", 9),
    ("NewHand 1", "NewHand 7", 10),
    ("NewHand 1 2 5", "NewHand 1 9 5", 10),
    ("NewHand 1 2 5\n", "Wall 1B 2X\nNewHand 1 2 5\n", 10),
    ("GameOption 0 NoLimit bool 0 1 0 none", "GameOption 0 NoLimit", 7),
    ("Player 4 Robot4\n", "Player 4 Robot4\nTeapot 1\n", 5),
])  # fmt: skip
def test_a_header_that_cannot_be_read_is_a_finding(old: str, new: str, line: int) -> None:
    """With its line; never an exception."""
    assert next(number for _code, number, _message in faults(DEAL, HEADER.replace(old, new))) == line


def test_many_unreadable_lines_end_the_reading() -> None:
    """A file of something else does not fill the memory with findings."""
    found = faults(DEAL + "nonsense here\n" * 5000)
    assert len(found) == 51
    assert "the rest of the file is passed over" in found[-1][2]
    assert 1 <= len(faults(DEAL + "x \\\n" * 20_000)) <= 51, "lines that each say that they go on are not one message"


def test_names_are_shown_without_control_characters() -> None:
    """A player's name is a text from outside; two players of one name are told apart."""
    header = HEADER.replace("Robot1", "Ann\x1b[2Ja\u202e").replace("Robot2", "Robot3")
    start = rows("", header)[0][0]
    assert start.players == ("Ann\\x1b[2Ja\\u202e", "Robot3", "Robot3#3", "Robot4")


# -- whole records ------------------------------------------------------------------------------------------------


def audited(files: Files) -> list[HandReport]:
    """The reports on a game."""
    return Engine(read_game("game", "game", files)).run()


def codes(reports: list[HandReport]) -> list[str]:
    """The codes of everything found."""
    return [finding.code for report in reports for finding in report.findings]


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_either_line_end_is_read(path: Path) -> None:
    """With the same result, and the same line numbers."""
    files = list(hand_histories(path))[:3]
    states = [report.state for report in audited(files)]
    for ending in (b"\n", b"\r\n"):
        changed = audited([(name, ending.join(content.splitlines()) + ending) for name, content in files])
        assert ([report.state for report in changed], codes(changed)) == (states, [])


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_a_record_without_its_wall_is_read(path: Path) -> None:
    """Tiles are judged by the number of copies then; scores are the same."""
    files = list(hand_histories(path))
    reports = audited([
        (name, b"\n".join(line for line in content.splitlines() if not line.startswith(b"Wall ")))
        for name, content in files
    ])  # fmt: skip
    assert codes(reports) == []
    assert [report.computed for report in reports] == [report.computed for report in audited(files)]


def test_missing_hands_are_a_gap() -> None:
    """A folder that lacks some of its files: seats and totals are taken as the next hand states them."""
    files = list(hand_histories(RECORDS[1]))
    for kept in (files[3:], files[:2] + files[5:], [files[7]]):
        reports = audited(kept)
        assert codes(reports) == []
        assert len(reports) == len(kept)
    gaps = [row.text for row, _where in read_game("g", "g", files[:2] + files[4:5]).rows if isinstance(row, ev.Gap)]
    assert gaps == ["the records of hands 3 to 4 are missing"]


def test_files_are_read_in_the_order_of_their_numbers() -> None:
    """Hand 10 comes after hand 9, however the folder lists them."""
    files = [(f"hand-{number}.mjs", content) for number, (_name, content) in enumerate(hand_histories(RECORDS[1]), 1)]
    assert codes(audited(sorted(files))) == []
    assert [report.source for report in audited(sorted(files))][:2] == ["hand-1.mjs", "hand-2.mjs"]


def test_bytes_that_are_no_utf_8_are_read() -> None:
    """A name in another encoding is shown as far as it goes."""
    name, content = hand_histories(RECORDS[1])[0]
    changed = content.replace(b"Robot1", b"Ren\xe9e")
    assert changed != content
    reports = audited([(name, changed)])
    assert codes(reports) == []
    assert len(reports) == 1


def test_a_truncated_record_is_an_unfinished_hand() -> None:
    """Cut anywhere, only what was cut is a finding."""
    name, content = hand_histories(RECORDS[1])[0]
    whole = content.count(b"\n")
    for end in range(0, len(content), 97):
        reports = audited([(name, content[:end])])
        found = [finding for report in reports for finding in report.findings if finding.severity == "error"]
        # The message that was cut, and what it leaves unfinished: a header without its end, a block of the deal.
        assert len(found) <= 2
        assert all((finding.line or 0) >= min(whole, content[:end].count(b"\n")) - 40 for finding in found)


def test_an_event_knows_the_line_of_each_tile() -> None:
    """A wrong tile in the middle of a block is shown on its own line."""
    deal = next((row, where) for row, where in rows(DEAL) if isinstance(row, ev.Deal))
    where = deal[1]
    assert isinstance(where, Where)
    assert [line_of(where, part) for part in range(4)] == [11, 12, 13, 14]

"""What a ruling is told to change before it is stored, and which consequences are none."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run, lines

from tests.views.table_logs import Log, played, won

Made = Callable[[Log], str]
"""Puts a game into the default database; gives its id."""


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Made:
    """Games of one or two hands, in the default database."""

    def put(log: Log) -> str:
        path = tmp_path / "demo.mjlog.jsonl"
        path.write_text("\n".join(map(json.dumps, log.events)) + "\n", "utf-8")
        assert run("import", "mjlog", path).exit_code == 0
        return "demo"

    return put


def ended() -> Log:
    """A hand that is won and paid as it is due, and the game is over."""
    log = won(settled=False)
    log.add("game-end", totals={"anna": -1984, "ben": 4000, "cleo": -1008, "dora": -1008})
    return log


def events(run: Run) -> list[dict[str, object]]:
    """The game as it is stored."""
    return [json.loads(line) for line in run("export", "demo").stdout.splitlines()]


# -- a hand in progress -----------------------------------------------------------------------------------------------


def test_a_fine_in_a_hand_in_progress_is_said_to_count_when_the_hand_ends(run: Run, made: Made) -> None:
    made(played(3, 4))
    run("dispute", "demo", "22", "late")
    told = run("ruling", "demo", "22", "so", "--penalty", "S", "30", "late").stdout
    assert "when the hand in progress ends: anna +10, ben −30, cleo +10 and dora +10" in told
    assert "stay what they are" not in told


def test_what_changes_in_a_hand_in_progress_is_told_as_far_as_everybody_can_see(run: Run, made: Made) -> None:
    """The discard that is put there was nobody's: that is found when the hand is over."""
    log = played(3, 4)
    made(log)
    seq = next(event["seq"] for event in log.events if event["type"] == "discard")
    run("dispute", "demo", str(seq), "it was another tile")
    instead = '{"type": "discard", "seat": "E", "tile": "Rd"}'
    told = run("ruling", "demo", str(seq), "so it was", "--replace", str(seq), instead).stdout
    assert "stay what they are, as far as everybody can see" in told
    assert "a hand is in progress: what concealed tiles change is told when it is over" in told


def test_a_ruling_that_would_end_the_hand_opens_no_tile_before_it_is_stored(run: Run, made: Made) -> None:
    log = played(3, 4)
    made(log)
    drawn = next(event for event in log.events if event["type"] == "draw")
    seq, last = str(drawn["seq"]), str(len(log.events))
    other = json.dumps({"type": "draw", "seat": drawn["seat"], "tile": "Rd"})
    run("dispute", "demo", seq, "no")
    change = ("ruling", "demo", seq, "so", "--replace", seq, other)
    told = run(*change, "--insert-after", last, '{"type": "washout"}').stdout
    assert "what changes is not told while a hand is in progress" in told
    assert [line for line in told.splitlines() if f"event {seq}, " in line] == [
        line for line in run(*change).stdout.splitlines() if f"event {seq}, " in line
    ]
    assert "red dragon" not in told


# -- what follows, in words -------------------------------------------------------------------------------------------


def test_what_would_be_stored_is_told_in_words(run: Run, made: Made) -> None:
    log = won()
    made(log)
    paid = len(log.events)
    run("dispute", "demo", str(paid), "wrong")
    right = '{"type": "settlement", "change": {"E": -1985, "S": 4001, "W": -1008, "N": -1008}}'
    told = run(
        "ruling", "demo", str(paid), "they were told wrong", "--replace", str(paid), right, "--reason", "misheard",
        "--agreed", "ben", "--insert-after", "3", '{"type": "note", "text": "tea"}', "--penalty", "W", "6", "late",
    ).stdout  # fmt: skip
    assert "they were told wrong" in told
    assert f"event {paid}, The hand is paid: East loses 1984" in told
    assert "is now: The hand is paid: East loses 1985" in told
    assert "after event 3 is read: " in told
    assert "West pays a penalty of 6" in told
    assert "because: misheard" in told
    assert "agreed by ben" in told
    assert '"type"' not in told


def test_a_payment_that_is_made_void_is_told_to_be_none(run: Run, made: Made) -> None:
    """What is due is what was paid, and now nobody has paid it."""
    log = won()
    log.events[-1]["change"] = {"N": -1008, "W": -1008, "S": 4000, "E": -1984}
    made(log)
    paid = str(len(log.events))
    run("dispute", "demo", paid, "never paid")
    told = run("ruling", "demo", paid, "so it is", "--void", paid).stdout
    change = "E −1984 S +4000 W −1008 N −1008"
    assert f"hand 1: South wins, paid {change} - now: South wins, no payments recorded, due {change}" in told


# -- the end of the game ----------------------------------------------------------------------------------------------


def test_a_fine_in_the_last_hand_is_read_before_the_end_of_the_game_whose_totals_can_be_corrected_too(
    run: Run, made: Made
) -> None:
    log = ended()
    made(log)
    end = len(log.events)
    run("dispute", "demo", str(end - 1), "late")
    fine = ("ruling", "demo", str(end - 1), "so", "--penalty", "E", "60", "late")
    told = run(*fine).stdout
    assert "new: error wrong-total: anna ends with −1984 points: −2044 is what the hands make" in told
    hint = shlex.split(next(line for line in told.splitlines() if line.startswith("  --replace")))
    assert hint[:2] == ["--replace", str(end)]
    assert "wrong-total" not in run(*fine, *hint).stdout
    assert run(*fine, *hint, "--yes").exit_code == 0
    assert [one.get("after") for one in events(run)[-2:]] == [None, end - 1]
    assert [one for line in lines(run("audit", "demo", "--json")) for one in line["findings"]] == []


def test_a_fine_in_a_hand_that_is_over_in_a_game_that_goes_on_is_the_next_event(run: Run, made: Made) -> None:
    log = won()
    made(log)
    run("dispute", "demo", "22", "late")
    told = run("ruling", "demo", "22", "so", "--penalty", "E", "60", "late", "--yes")
    assert "anna: −1984 -> −2044" in told.stdout
    assert events(run)[-1]["type"] == "penalty"


# -- appeals ----------------------------------------------------------------------------------------------------------


def test_an_appeal_tells_what_still_stands_of_the_earlier_ruling_and_how_it_is_taken_back(run: Run, made: Made) -> None:
    log = won()
    tea = log.add("note", text="tea")
    made(log)
    run("dispute", "demo", "22", "late")
    run("ruling", "demo", "22", "so", "--penalty", "E", "60", "late", "--void", str(tea), "--yes")
    dispute, _ruling, void, fine = (str(one["seq"]) for one in events(run)[-4:])
    first = run("ruling", "demo", dispute, "no", "--again", "--decision", "dismissed").stdout
    assert "what still stands from earlier rulings on this dispute (--void with the number takes it back):" in first
    assert f"  {fine}  East pays a penalty of 60" in first
    assert f"  {void}  event {tea} is void: " in first
    then = run("ruling", "demo", dispute, "no", "--again", "--void", fine, "--void", void).stdout
    assert "still stands" not in then
    assert f"correction {void} is taken back, and there is read: " in then
    assert "anna: −2044 -> −1984" in then


def test_a_fine_of_the_hand_that_goes_on_stands_until_it_is_made_void(run: Run, made: Made) -> None:
    made(played(3, 4))
    run("dispute", "demo", "22", "late")
    run("ruling", "demo", "22", "so", "--penalty", "S", "30", "late", "--yes")
    dispute, fine = [str(one["seq"]) for one in events(run) if one["type"] in ("dispute", "penalty")]
    assert f"  {fine}  South pays a penalty of 30" in run("ruling", "demo", dispute, "no", "--again").stdout
    told = run("ruling", "demo", dispute, "no", "--again", "--void", fine, "--yes").stdout
    assert "still stands" not in told
    assert f"event {fine} is void: South pays a penalty of 30" in told
    once_more = run("ruling", "demo", dispute, "well", "--again").stdout
    assert f"event {fine} is void: South pays a penalty of 30" in once_more
    assert f"  {fine}  South" not in once_more


# -- what follows from no ruling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--void", "DISPUTE"], "event DISPUTE is a dispute, which no ruling takes back"),
        (["--void", "RULING"], "event RULING is a ruling, which no ruling takes back"),
        (["--replace", "DISPUTE", '{"type": "dispute", "on": 22, "text": "other"}'], "is a dispute, which no ruling"),
        (["--insert-after", "22", '{"type": "ruling", "on": 1, "text": "so"}'], "a ruling does not follow from a"),
        (["--replace", "22", '[{"type": "dispute", "on": 2, "text": "no"}]'], "a dispute does not follow from a"),
        (["--replace", "1", '{"type":"game-start","format":1,"game":"x","ruleset":"bmja","players":["a","b","c"]}'],
         "a game keeps the id that its log began with"),
        (["--reason", "slip"], "--reason is of a correction, and nothing is corrected"),
        (["--agreed", "ben"], "--agreed is of a correction, and nothing is corrected"),
        (["--void", "22", "--agreed", " "], "--agreed is empty"),
        (["--recorder", ""], "--recorder is empty"),
        (["--penalty", "E", "5", " "], "--penalty E 5: for what?"),
        (["--penalty", "E", "100000000000000000000000", "late"], "is not in the range 0<=x<=9007199254740991"),
        (["--penalty-to", "E", "S=1"], "0 fines of E and 1 way to share"),
        (["--insert-after", "22", "[]"], "--insert-after 22: there is nothing to be read there"),
        (["--insert-after", "22", " "], "--insert-after 22: there is nothing to be read there"),
        (["--replace", "22", ""], "--replace 22: nothing stands in its place; expected events, or --void 22"),
        (["--replace", "22", "discard E 5b -- misheard"], "what stands behind -- belongs to the whole ruling"),
        (["--replace", "22", "[]"], "--replace 22: nothing stands in its place; expected events, or --void 22"),
    ],
)  # fmt: skip
def test_what_follows_from_no_ruling_is_refused_and_nothing_is_stored(
    run: Run, made: Made, words: list[str], said: str
) -> None:
    made(won())
    run("dispute", "demo", "22", "no")
    run("ruling", "demo", "22", "yes", "--yes")
    stored = events(run)
    numbers = {"DISPUTE": str(stored[-2]["seq"]), "RULING": str(stored[-1]["seq"])}
    refused = run(
        "ruling", "demo", numbers["DISPUTE"], "so", "--again", "--yes", *(numbers.get(one, one) for one in words)
    )
    assert refused.exit_code == 2
    for name, number in numbers.items():
        said = said.replace(name, number)
    assert said in refused.stderr
    assert events(run) == stored


def test_who_agreed_may_be_no_player_and_that_is_said(run: Run, made: Made) -> None:
    made(won())
    run("dispute", "demo", "22", "no")
    told = run("ruling", "demo", "22", "so", "--insert-after", "22", '{"type": "note", "text": "tea"}', "--agreed",
               "zed", "--agreed", "ben", "--yes")  # fmt: skip
    assert told.exit_code == 0
    assert "'zed' agreed, and is no player of this game" in told.stderr
    assert "'ben' agreed" not in told.stderr


def test_a_seat_before_the_first_hand_is_nobodys(run: Run, made: Made) -> None:
    made(won())
    refused = run("dispute", "demo", "1", "no", "--player", "max")
    assert "'max' plays no part in what comes before the first hand: nobody sits there yet (nothing" in refused.stderr


# -- lists ------------------------------------------------------------------------------------------------------------


def test_the_json_of_disputes_has_the_texts_as_they_were_logged(run: Run, made: Made) -> None:
    made(won())
    said = "a\nb\x1b[31mred\u202e"
    run("dispute", "demo", "22", said, "--recorder", "c\td")
    run("ruling", "demo", "22", said, "--decision", said, "--yes")
    listed = run("dispute", "demo", "--json")
    (case,) = lines(listed)
    (ruling,) = case["rulings"]
    assert (case["text"], case["recorder"], ruling["text"], ruling["decision"]) == (said, "c\td", said, said)
    assert "a\\nb\\x1b[31mred\\u202e" in run("dispute", "demo").stdout


def test_who_objects_is_not_asked_for_where_disputes_are_listed(run: Run, made: Made) -> None:
    made(won())
    for given in (("--seat", "E"), ("--player", "ben"), ("--at", "now"), ("--recorder", "dora")):
        refused = run("dispute", "demo", *given)
        assert refused.exit_code == 2
        assert "are of an objection: to which event?" in refused.stderr


@pytest.mark.parametrize("middle", ["{bad", None])
def test_a_log_with_damage_is_read_and_the_damage_is_told(run: Run, tmp_path: Path, middle: str | None) -> None:
    path = tmp_path / "g.jsonl"
    written = [json.dumps(event) for event in won().events]
    written[9:10] = [] if middle is None else [middle]
    path.write_text("\n".join(written) + "\n", "utf-8")
    said = "events are missing" if middle is None else "line 10: the line is not JSON"
    for words in (("dispute", path), ("dispute", path, "--json"), ("dossier", path, "22", "--format", "json")):
        told = run(*words)
        assert told.exit_code == 1
        assert f"g.jsonl: {said}" in told.stderr
        assert "what is told is read from the rest" in told.stderr

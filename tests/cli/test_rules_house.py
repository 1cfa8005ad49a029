"""Rules, explain and house rules: all is looked up; a club copies a rule set, changes it, and plays by it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import filterfalse
from pathlib import Path

import pytest
from click.testing import Result
from command_runs import PLAYERS, Run, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.errors import MjlogError
from mjlog.house_rules import document_faults, document_text, is_path
from mjlog.rulesets import default_rules, load, parent_of, resolve, shipped, versions
from mjlog.rulesets.difference import PARTS
from mjlog.rulesets.keys import KEYS
from mjlog.rulesets.resolve import LENT
from mjlog_cli.params import ruleset_of
from turns import examples, in_turn

_WORTH = re.compile(r'(?m)^((?:points|doubles) = |\[options\.(?:hand_value|stake)\]\nkind = "count"\ndefault = )(\d+)$')


def copied(run: Run, ruleset: str, path: Path) -> Path:
    """A club's copy of a rule set, with a version of its own and something worth one more."""
    text = run("rules", ruleset, "--toml", "--as", "club").stdout
    text = re.sub(r'(?m)^version = ".*"$', 'version = "2024"', text, count=1)
    text = _WORTH.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", text, count=1)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def club(run: Run, tmp_path: Path) -> Path:
    """A club's copy of `classical`."""
    return copied(run, "classical", tmp_path / "club.toml")


def begin(run: Run, ruleset: str | Path, *more: str, players: Sequence[str] = PLAYERS) -> Result:
    """A game by this rule set, in the default database."""
    players = [part for player in players for part in ("--player", player)]
    return run("new", "--ruleset", ruleset, *players, "--game", "evening", *more)


# -- to copy, to check, to compare, to play by ------------------------------------------------------------------


def test_a_rule_set_that_was_played_by_is_known_by_its_id(run: Run, club: Path) -> None:
    """Also where its document is gone; a later version goes before an earlier one; a shipped rule set before all."""
    begin(run, club)
    club.write_text(club.read_text("utf-8").replace('version = "2024"', 'version = "2025"'), "utf-8")
    players = [part for player in PLAYERS for part in ("--player", player)]
    run("new", "--ruleset", club, *players, "--game", "later")
    club.unlink()
    assert run("new", "--ruleset", "club", *players, "--game", "last").exit_code == 0
    started = lines(run("export", "last"))[0]
    assert (started["ruleset"], started["version"]) == ("club", "2025")
    assert run("rules", "club").exit_code == 0
    assert "no rule set 'klub'" in run("rules", "klub").stderr


@pytest.mark.parametrize("ruleset", in_turn([*filterfalse(parent_of, shipped()), "riichi-wrc"]))
def test_a_club_plays_by_its_copy(run: Run, tmp_path: Path, own_database: Path, ruleset: str) -> None:
    """Copied, changed, checked, compared; the game embeds it, and is audited by it, whatever becomes of the file.

    Of those that are written as what differs from another one is enough.
    """
    path = copied(run, ruleset, tmp_path / "club.toml")
    checked = run("rules", "--check", path)
    assert (checked.exit_code, checked.stdout) == (0, "")
    assert "nothing is wrong with club: " in checked.stderr

    compared = lines(run("rules", "--diff", ruleset, path, "--json"))
    assert [one["field"] for one in compared[:2]] == ["id", "version"]
    assert [(one["part"], one["after"] - one["before"]) for one in compared[2:]] in (
        [("scoring", 1)], [("options", 1)],
    )  # fmt: skip

    card = ("--card", "riverside") if load(ruleset).tables["table"].get("by_card") else ()
    players = PLAYERS[: default_rules(ruleset).plan.players]
    assert begin(run, path, *card, players=players).exit_code == 0
    text = path.read_text("utf-8")
    path.unlink()
    assert run("add", "evening", "hand-start").exit_code == 0
    start, embedded, _hand = lines(run("export", "evening"))
    assert (start["ruleset"], start["version"]) == ("club", "2024")
    # Behind the club's own text stand the rule sets whose tables it uses, if any.
    assert embedded["type"] == "ruleset"
    assert embedded["document"].startswith(text)
    assert start["digest"] == hashlib.sha256(embedded["document"].encode()).hexdigest()
    audited = run("audit", "--db", own_database, "--json")
    assert audited.exit_code == 0
    assert [(one["ruleset"], one["findings"]) for one in lines(audited)] == [("club", [])]


def test_options_of_a_house_rule_set_are_given_to_the_game(run: Run, club: Path) -> None:
    """Those that it has, and no others."""
    assert begin(run, club, "--option", "NumRounds=1").exit_code == 0
    assert lines(run("export", "evening"))[0]["options"] == {"NumRounds": 1}
    result = begin(run, club, "--option", "Rounds=1")
    assert result.exit_code == 2
    assert "'Rounds' is no option of the rule set" in result.stderr


def test_a_shipped_rule_set_is_not_embedded(run: Run) -> None:
    assert begin(run, "classical").exit_code == 0
    assert [one["type"] for one in lines(run("export", "evening"))] == ["game-start"]


def test_nobody_plays_by_a_document_with_a_mistake(run: Run, club: Path) -> None:
    """The first one is told, with its line, and how to see the others."""
    text = club.read_text("utf-8").replace('kind = "bool"', 'kind = "bol"', 2)
    club.write_text(text, "utf-8")
    result = begin(run, club)
    line = text[: text.index('"bol"')].count("\n") + 1
    assert result.exit_code == 2
    assert f"club.toml:{line}: options.NoLimit.kind is 'bol'; expected one of bool, count" in result.stderr
    assert "more: `mjlog rules --check` lists all" in result.stderr
    assert run("export", "evening").exit_code == 2


# -- mistakes ---------------------------------------------------------------------------------------------------


def test_the_id_of_a_shipped_rule_set_is_taken(run: Run, club: Path) -> None:
    club.write_text(club.read_text("utf-8").replace('id = "club"', 'id = "classical"', 1), "utf-8")
    result = run("rules", "--check", club)
    assert result.exit_code == 1
    assert ": id is 'classical', which is that of a shipped rule set with another text" in result.stdout


def test_every_mistake_is_told_at_once(run: Run, club: Path) -> None:
    """In the order of the lines, for programs too."""
    text = club.read_text("utf-8").replace("doubles = 1", "doubels = 1").replace('kind = "score"', 'kind = "scores"')
    club.write_text(text, "utf-8")
    found = lines(run("rules", "--check", club, "--json"))
    assert len(found) > 20
    assert [one["line"] for one in found] == sorted(one["line"] for one in found)
    assert {one["path"] for one in found} == {str(club)}
    assert "doubels" in text.split("\n")[next(one["line"] for one in found if "doubels" in one["message"]) - 1]


def test_references_that_were_not_renamed_are_found(run: Run, tmp_path: Path) -> None:
    """A copy by hand, with nothing but another id: each reference to a rule of the original, with the copy's."""
    path = tmp_path / "club.toml"
    path.write_text(load("classical").document.replace('id = "classical"', 'id = "club"', 1), "utf-8")
    found = lines(run("rules", "--check", path, "--json"))
    assert len(found) > 50
    assert "did you mean 'club/points-1'?" in found[0]["message"]


def test_an_option_under_which_nothing_can_be_played_is_told(run: Run, club: Path) -> None:
    """Each value of each option is tried."""
    text = club.read_text("utf-8")
    text = text.replace("[table]\n", '[table]\nplayers = "seats"\n')
    text += '\n[options.seats]\nkind = "choice"\nvalues = [4, 0]\ndefault = 4\n'
    club.write_text(text, "utf-8")
    result = run("rules", "--check", club)
    assert result.exit_code == 1
    line = text[: text.index("[options.seats]")].count("\n") + 1
    assert result.stdout.startswith(f"{club}:{line}: with seats = 0: ")


def test_standard_input_is_checked(run: Run, club: Path) -> None:
    assert run("rules", "--check", "-", stdin=club.read_bytes()).exit_code == 0
    result = run("rules", "--check", "-", stdin=b'id = "club"\nversion = 3\n')
    assert result.exit_code == 1
    assert result.stdout.startswith("standard input:2: version is 3; expected a text")


def test_a_document_from_another_system_is_read(run: Run, club: Path) -> None:
    """With a byte order mark, and lines that end in two characters."""
    data = b"\xef\xbb\xbf" + club.read_bytes().replace(b"\n", b"\r\n")
    club.write_bytes(data)
    assert run("rules", "--check", club).exit_code == 0
    assert begin(run, club).exit_code == 0
    start, embedded = lines(run("export", "evening"))
    assert start["digest"] == hashlib.sha256(embedded["document"].encode()).hexdigest()


HOSTILE = {
    "no text": b"\xff\xfe\x00",
    "long": b"#" * 4_000_001,
    "deep": b"a = " + b"[" * 5000,
    "dotted": b".".join([b"a"] * 5000) + b" = 1",
    "many": b"[[rule]]\n" * 20_000,
    "rows": b'id = "x"\nversion = "1"\n' + b'[[scoring.item]]\nid = "no-chows"\ndoubles = 100\n' * 2000,
    "huge": b'id = "x"\nversion = "1"\n[table]\ncopies = 4000000000\n',
    "nothing": b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_a_mistake_and_no_more(run: Run, name: str) -> None:
    result = run("rules", "--check", "-", "--json", stdin=HOSTILE[name])
    assert result.exit_code == 1
    assert 1 <= len(lines(result)) <= 100


_PIECES = st.sampled_from(
    [
        "true", "false", "0", "1", "3", "-1", "4000000000", '"Flowers"', '"NumRounds"', '"both-ends"', '"kong-box"',
        "[]", "{}", "[1, 2]", '"classical"', '"agreed"', '""', "1.5", "nan", "1979-05-27",
    ]
)  # fmt: skip
_LINE = re.compile(r"(?m)^(\w+) = .*$")


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 10_000), _PIECES), min_size=1, max_size=4), st.sampled_from(shipped()))
def test_any_value_in_any_place_is_a_mistake_or_can_be_played(changes: list[tuple[int, str]], ruleset: str) -> None:
    """Never anything else: what is found sound is resolved without trouble."""
    text = load(ruleset).document.replace(f'id = "{ruleset}"', 'id = "club"', 1).replace(f'"{ruleset}/', '"club/')
    for number, value in changes:
        places = list(_LINE.finditer(text))
        place = places[number % len(places)]
        text = f"{text[: place.start()]}{place[1]} = {value}{text[place.end() :]}"
    faults = document_faults(text)
    if faults:
        assert all(1 <= (fault.line or 1) <= text.count("\n") + 1 for fault in faults)
        assert all(fault.message.isprintable() for fault in faults)
    else:
        from mjlog.rulesets import parse

        assert resolve(parse(text)).ruleset.id


# -- differences ------------------------------------------------------------------------------------------------


def test_differences_are_told_in_words(run: Run, club: Path) -> None:
    text = club.read_text("utf-8").replace("[options.EastDoubles]\nkind = \"bool\"\ndefault = true",
                                           "[options.EastDoubles]\nkind = \"bool\"\ndefault = false")  # fmt: skip
    club.write_text(text, "utf-8")
    result = run("rules", "--diff", "classical", club)
    assert result.exit_code == 1
    assert result.stdout == (
        f"Head\n  id 'classical' -> 'club'\n  version '{load('classical').version}' -> '2024'\n\n"
        "Options\n  EastDoubles: default true -> false\n\n"
        "Scoring\n  open-pung-of-minors: points 2 -> 3\n"
    )


def test_whatever_part_differs_is_told(run: Run) -> None:
    """Also a table that few rule sets have; of a document all but what it brings along."""
    assert {*PARTS} >= KEYS.keys() - {LENT}
    assert "\nGoulash\n  played nothing ->" in run("rules", "--diff", "bmja@1", "bmja").stdout
    assert "\nStakes\n  pot_to nothing ->" in run("rules", "--diff", "riichi@1", "riichi").stdout


def test_no_difference_is_told_too(run: Run, club: Path, tmp_path: Path) -> None:
    """Of the same document, and of one in which only comments are others."""
    same = run("rules", "--diff", "classical", "classical")
    assert (same.exit_code, same.stdout) == (0, "")
    assert "the same document" in same.stderr
    other = tmp_path / "other.toml"
    other.write_text("# season 2025\n" + club.read_text("utf-8"), "utf-8")
    commented = run("rules", "--diff", club, other)
    assert (commented.exit_code, commented.stdout) == (0, "")
    assert "only comments or layout differ" in commented.stderr


# -- the name of a rule set -------------------------------------------------------------------------------------


def test_a_shipped_id_goes_before_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`./classical` is the file."""
    monkeypatch.chdir(tmp_path)
    Path("classical").write_text("x = 1", "utf-8")
    assert ruleset_of("classical") is load("classical")
    assert (is_path("./classical"), is_path("club.toml"), is_path("club")) == (True, True, False)
    with pytest.raises(MjlogError, match=r"\./classical:1: id is missing"):
        ruleset_of("./classical")


def test_the_document_of_a_shipped_rule_set_is_that_rule_set(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(load("classical").document, "utf-8")
    assert ruleset_of(str(path)).digest == load("classical").digest
    assert document_text(str(path)) == load("classical").document


def test_a_rule_set_of_differences_is_shown_whole(run: Run) -> None:
    shown = lines(run("rules", "riichi-ema", "--json"))[0]
    assert len(shown["rules"]) == len(load("riichi-ema").rules) > len(load("riichi").rules)
    assert shown["digest"] == load("riichi-ema").digest
    assert run("rules", "riichi-ema", "--toml").stdout == load("riichi-ema").document


# -- versions ---------------------------------------------------------------------------------------------------


def test_the_list_names_the_versions(run: Run) -> None:
    listed = {one["id"]: one["versions"] for one in lines(run("rules", "--json"))}
    assert listed == {name: list(versions(name)) for name in shipped()}


def test_a_game_can_be_begun_by_an_old_version(run: Run, own_database: Path) -> None:
    """It names the version, and is judged by it; `--newest-rules` and `--ruleset` judge it by others."""
    players = [part for player in PLAYERS for part in ("--player", player)]
    options = ("--option", "scoring=classical")
    assert run("new", "--ruleset", "dead-wall@1", *players, "--game", "evening", *options).exit_code == 0
    (start,) = lines(run("export", "evening"))
    assert (start["ruleset"], start["version"], start["digest"]) == ("dead-wall", "1", load("dead-wall", "1").digest)
    for judged in ((), ("--newest-rules",), ("--ruleset", "dead-wall@1"), ("--ruleset", "dead-wall")):
        result = run("audit", "--db", own_database, "evening", *judged)
        assert (result.exit_code, "unknown-ruleset" in result.stdout) == (0, False)

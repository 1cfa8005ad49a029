"""The script that writes the sample logs says what it wrote, and never writes nothing in silence."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

import samples
from cases import Case, all_cases
from samples import SampleError, generated, kept, main, rule_samples

RULE = "western/seats-1"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What these tests write goes to a folder of their own."""
    monkeypatch.setattr(samples, "RULES", tmp_path / "rules")
    monkeypatch.setattr(samples, "EXPECTED", tmp_path / "expected")
    return tmp_path


def only(monkeypatch: pytest.MonkeyPatch, key: str, case: Case) -> None:
    """There is one case, and no other."""
    monkeypatch.setattr(samples, "all_cases", lambda: {key: case})


def of_the_rule(**changes: object) -> Case:
    """The case of a rule, with something changed."""
    return dataclasses.replace(all_cases()[RULE], **changes)  # type: ignore[arg-type]


def test_it_says_how_many_logs_it_wrote_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    """Of a legal and an illegal log of each case a line is kept, with what is expected of it."""
    only(monkeypatch, RULE, of_the_rule())
    monkeypatch.setattr(samples, "DOCUMENTS", ())
    assert main(["western"]) == 0
    assert capsys.readouterr().out == "western: 2 logs\n"
    assert list(kept("western")) == ["seats-1-legal", "seats-1-illegal"]
    assert [one["code"] for one in kept("western")["seats-1-illegal"]["findings"]] == [all_cases()[RULE].code]


def test_a_document_of_no_case_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing that is to be written is left out in silence."""
    only(monkeypatch, RULE, of_the_rule())
    monkeypatch.setattr(samples, "DOCUMENTS", ("western/seats-9",))
    assert main(["western"]) == 2
    assert "there is no case whose sample begins with 'western/seats-9'" in capsys.readouterr().err


# -- all of them, into a folder -------------------------------------------------------------------------------------


@pytest.fixture
def kept_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is that of the repository."""
    monkeypatch.setattr(samples, "EXPECTED", Path(samples.__file__).parent / "expected")


def test_all_logs_are_written_into_a_folder_with_what_is_expected_beside_them(
    capsys: pytest.CaptureFixture[str], elsewhere: Path, kept_here: None
) -> None:
    """By the names that they would have below `sample_logs/`; how many, of each rule set, is said."""
    folder = elsewhere / "all"
    assert main(["--into", str(folder)]) == 0
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.is_file()}
    logs = set(generated())
    assert written == logs | {log.replace(".mjlog.jsonl", ".expected.json") for log in logs}
    assert sum(int(line.split()[1]) for line in capsys.readouterr().out.splitlines()) == len(logs)
    said = json.loads((folder / "rules/western/seats-1-illegal.expected.json").read_bytes())
    assert said == {"findings": kept("western")["seats-1-illegal"]["findings"]}


# -- nothing in silence ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "said"), [
    ("mahjong", "there is no sample of 'mahjong'; did you mean 'mahjiang'?\n"),
    ("dead_hands", "there is no sample of 'dead_hands'; did you mean 'dead-hands'?\n"),
    ("all", "there is no sample of 'all'\n"),
])  # fmt: skip
def test_a_word_that_asks_for_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], elsewhere: Path, word: str, said: str
) -> None:
    """Nothing is written then, for no other word either."""
    assert main(["western", word]) == 2
    assert capsys.readouterr() == ("", said)
    assert list(elsewhere.iterdir()) == []


def test_a_choice_that_no_case_fits_is_an_error() -> None:
    """A filter that matches nothing gives no empty answer."""
    assert rule_samples("wester")
    for chosen in ("western/nothing-1", f"{RULE}-word"):
        with pytest.raises(SampleError, match=f"there is no case whose sample begins with '{chosen}'"):
            rule_samples(chosen)


@pytest.mark.parametrize(("key", "changes", "said"), [
    ("western/seat-1", {}, "the case western/seat-1 is about no rule that there is; did you mean 'western/"),
    ("eastern/seats-1", {}, "the case eastern/seats-1 is about no rule that there is"),
    (RULE, {"legal": ""}, f"the case {RULE} has no legal log"),
    (RULE, {"illegal": ""}, f"the case {RULE} has a code and no illegal log"),
    (RULE, {"code": ""}, f"the case {RULE} has no code"),
])  # fmt: skip
def test_a_case_that_yields_no_log_is_an_error(
    monkeypatch: pytest.MonkeyPatch, key: str, changes: dict[str, str], said: str
) -> None:
    """Of a rule that does not exist, or without one of the texts that it needs."""
    only(monkeypatch, key, of_the_rule(**changes))
    with pytest.raises(SampleError) as error:
        rule_samples()
    assert str(error.value).startswith(said)


def test_logs_that_do_not_show_the_rule_are_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A legal log with a fault in it; an illegal one in which the code is not found among others."""
    case = of_the_rule()
    monkeypatch.setattr(samples, "DOCUMENTS", ())
    only(monkeypatch, RULE, of_the_rule(legal=case.illegal))
    assert main(["western"]) == 2
    assert f"seats-1-legal.mjlog.jsonl shows {case.code}: expected nothing" in capsys.readouterr().err
    only(monkeypatch, RULE, of_the_rule(illegal=case.legal, also=("wrong-east",)))
    assert main(["western"]) == 2
    assert f"seats-1-illegal.mjlog.jsonl shows nothing: expected {case.code}" in capsys.readouterr().err

"""The net itself: it notices what changes, takes nothing over without a reason; some outputs are what was frozen."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from frozen import doors
from frozen.__main__ import main
from frozen.book import Book, Difference, FrozenError, compared, note, read, write
from frozen.comparing import alike, diffs, freeze
from frozen.logs import FROM_BESIDE, ROOT, all_logs
from frozen.making import FAILED, Digests, chosen, digest_of, digests
from frozen.room import placed, ran, room

SOME = [
    "*/findings/not-mahjong", "*/rules/western/chow-1-no-run-illegal", "*/disputes/two-winners-ruled",
    "*/mutants/bmja-two-0", "explain/western", "api/faulty*", "pages/score",
]  # fmt: skip
ONE = "stories/findings/not-mahjong"


@pytest.fixture(scope="module")
def frozen() -> Book:
    return read()


@pytest.fixture(scope="module")
def now() -> Digests:
    return digests(chosen(SOME))


def test_some_outputs_are_what_was_frozen(frozen: Book, now: Digests) -> None:
    assert len(now) > 30
    assert compared(frozen.digests, now, now) == Difference([], {}, [], [])


def test_every_output_that_was_frozen_is_still_made(frozen: Book) -> None:
    """What stands beside the repository may be missing."""
    assert all(f"/{FROM_BESIDE}" in name for name in set(frozen.digests) - set(chosen(())))


def test_an_output_is_the_same_in_a_folder_and_process_of_its_own(now: Digests) -> None:
    assert digests([ONE, "api/faulty"], workers=2).items() <= now.items()


def test_a_changed_output_is_noticed(frozen: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.txt"
    write(frozen, book)
    assert read(book) == frozen
    asked = ["compare", "--book", str(book), "--only", "*/findings/not-mahjong", "--workers", "1"]
    assert main(asked) == 0
    assert "nothing differs" in capsys.readouterr().out
    write(Book(frozen.revision, {**frozen.digests, ONE: "0000000000"}), book)
    assert main(asked) == 1
    assert f"stories: 1 changed\n  {ONE}\n" in capsys.readouterr().out


def test_what_is_new_or_gone_or_cannot_be_made_differs_and_what_is_not_here_is_counted() -> None:
    frozen = {"audit/a": "1", "audit/b": "1", "audit/beside/c": "1", "audit/d": "1"}
    now = {"audit/a": "2", "audit/d": f"{FAILED}KeyError: 'x'", "sheet/a": "1", "sheet/d": f"{FAILED}OSError"}
    found = compared(frozen, now, frozen)
    failed, unmade = {"audit/d": "KeyError: 'x'"}, {"sheet/d": "OSError"}
    assert found == Difference(["audit/a"], failed, ["sheet/a"], ["audit/b"], 1, unmade)
    assert (found.total(), found.by_kind()) == (3, "audit 2, 1 new, 1 gone")


def test_nothing_is_frozen_without_a_reason() -> None:
    book, now = Book("old", {"audit/a": "1", "sheet/a": "1"}), {"audit/a": "2", "sheet/a": "1"}
    for because in (None, "", "  "):
        with pytest.raises(FrozenError, match=r"1 outputs differ \(audit 1\): say why"):
            freeze(book, now, because, "new")
    new, found = freeze(book, now, "words", "new")
    assert new == Book("new", now)
    assert found.other == ["audit/a"]
    assert freeze(book, dict(book.digests), None, "new")[1].total() == 0
    assert freeze(book, {**book.digests, "sheet/b": "1"}, None, "new")[1].new == ["sheet/b"]
    with pytest.raises(FrozenError, match="1 outputs cannot be made, audit/a for one: KeyError"):
        freeze(book, {"audit/a": f"{FAILED}KeyError"}, "words", "new")


def test_the_reason_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "intended.md"
    path.write_text("# Changes\n\n", "utf-8")
    note(Difference(["audit/a", "audit/b"], {}, ["sheet/c"], []), "0123456789abcdef", "clearer words ", path)
    assert path.read_text("utf-8").splitlines()[2:] == [
        "- `0123456789` audit 2, 1 new: clearer words"
    ]  # fmt: skip


def test_every_moment_is_what_the_command_says_of_it() -> None:
    """The table is looked at by the same door as the command's, only not by a command each time."""
    log = next(log for log in all_logs() if log.name == "disputes/two-winners-ruled")
    with room():
        path = placed(log)
        lines = list(doors.moments(path, lambda length: (4, length - 1)))
        length = len(ran("export", path).splitlines())
        asked = [(str(seq), audience) for seq in (5, length) for audience in doors.AUDIENCES]
        told = [ran("replay", path, "--to", seq, "--view", audience, "--json") for seq, audience in asked]
    assert lines == [line.partition(b"== messages")[0] for line in told]


def test_old_outputs_are_made_again(frozen: Book) -> None:
    """By the program of the revision that was frozen; they have the digests that were frozen."""
    from frozen.comparing import old_outputs

    if subprocess.run(["git", "-C", str(ROOT), "rev-parse"], capture_output=True).returncode:
        pytest.skip("the history is not here")
    made = old_outputs(frozen, [ONE])
    assert {name: digest_of(text) for name, text in made.items()} == {ONE: frozen.digests[ONE]}


def test_differences_are_shown_by_line(frozen: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long lines of JSON are broken up; where the same words changed, differences are of one sort."""
    old = {"audit/findings/not-mahjong": b'{"a":1,"b":2}\n', ONE: b"x by E 1\n", "stories/findings/legal": b"x 2\n"}
    monkeypatch.setattr("frozen.comparing.old_outputs", lambda book, names: old)
    monkeypatch.setattr("frozen.comparing.making.texts", lambda names: {
        "audit/findings/not-mahjong": b'{"a":1,"b":3}\n', ONE: b"y by E 1\n", "stories/findings/legal": b"y 2\n",
    }.items())  # fmt: skip
    shown = dict(diffs(frozen, list(old)))
    assert shown["audit/findings/not-mahjong"][-2:] == ['-  "b":2}', '+  "b":3}']
    groups = alike(iter(shown.items()))
    assert [names for names, _lines in groups] == [[ONE, "stories/findings/legal"], ["audit/findings/not-mahjong"]]

"""Every number of a foreign file may be any: the file is read, what is wrong is told, and nothing else happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from each import each
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError, NotationError
from mjlog.formats.shorthand.writing import write_document
from mjlog.formats.spreadsheet.evenings import Results
from mjlog.formats.spreadsheet.grid import read_grid
from mjlog.rulesets import load
from mjlog.simulate.game import Game
from mjlog.sources import games_in
from mjlog.tiles import parse_faces
from riichi_records import XML, events, write_foreign
from samples import RECORDS, hand_histories
from turns import in_turn

NUMBERS = (
    "0", "-1", "-0", "99", "12345678", "2147483648", "9007199254740991", "-9007199254740992", "9" * 18, "9" * 40,
    "-" + "9" * 5000, "0.5", "1e308", "-1e999", "NaN", "²", "٣", "--5",
)  # fmt: skip
_NUMBER = re.compile(r'(?<![\w"#:-])-?[0-9]+(?![\w"-])|(?<=")-?[0-9]+(?=[",])|(?<=[:,\[ =])-?[0-9]+(?=[,\]} \n])')
_AT_MOST = 30
"""So many numbers of a file are replaced, spread over it."""
TABLE = "date,hand,winner,discarder,anna,ben,cleo,dora\n2026-11-21,1,ben,dora,8,48,4,2\n21/11/26,2,ben,,0,64,12,8\n"


@cache
def _files() -> dict[str, str]:
    riichi = [ev.encode_event(event) for event in events(XML)]
    files = {"g.xml": XML, "g.csv": TABLE, "hand-01.mjs": hand_histories(RECORDS[0])[0][1].decode()}
    for form, name in (("tenhou6", "g.json"), ("mjai", "g.mjson")):
        files[name] = write_foreign(riichi, "g", form)[0].decode()
    for ruleset in ("western", "american"):
        bodies: list[bytes] = []
        Game(load(ruleset), 5, 1, hands=1, depth="table").play(bodies.append)
        files[f"{ruleset}.mjlog.jsonl"] = b"\n".join(bodies).decode()
        files[f"{ruleset}.mjlog.txt"] = "".join(write_document("g", bodies))
    return files


def _cases() -> list[tuple[str, int, str]]:
    cases = []
    for name, text in _files().items():
        count = len(_NUMBER.findall(text))
        assert count > 5, name
        cases += [(name, at, number) for at in range(0, count, -(-count // _AT_MOST)) for number in NUMBERS]
    return in_turn(cases)


@each("name, at, number", _cases)
def test_a_number_may_be_any(name: str, at: int, number: str, tmp_path: Path) -> None:
    text = _files()[name]
    begin, end = [found.span() for found in _NUMBER.finditer(text)][at]
    path = tmp_path / name
    path.write_text(text[:begin] + number + text[end:], "utf-8")
    try:
        if name.endswith(".csv"):
            list(Results.of(read_grid(str(path)), {}, load("western")).evenings())
        else:
            for game in games_in(str(path)):
                Engine(game).run()
    except MjlogError:
        return


@pytest.mark.parametrize(("wrong", "said"), [
    ("PlayerDoesntClaim 2 -5 0", "-5 is the number of no move"),
    ("PlayerDoesntClaim 2 ² 0", "is no number"),
    ("PlayerDoesntClaim 2 --5 0", "is no number"),
])  # fmt: skip
def test_what_is_no_number_of_a_move_is_told(wrong: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "hand-01.mjs"
    path.write_text(_files()["hand-01.mjs"].replace("PlayerDoesntClaim 2 13 0", wrong), "utf-8")
    (game,) = games_in(str(path))
    found = [finding for report in Engine(game).run() for finding in report.findings]
    assert [finding.code for finding in found if said in finding.message] == ["bad-field"]


# -- files on which a reader may take hours ----------------------------------------------------------------------------


FOLDER = Path(__file__).parent / "slow"
_LIMITED = """
import resource, sys
from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError
from mjlog.sources import games_in
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
for path in sys.argv[1:]:
    try:
        print(sum(len(report.findings) for game in games_in(path) for report in Engine(game).run()) > 0, flush=True)
    except MjlogError:
        print(True, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be given less time there")
def test_no_file_takes_more_than_it_has() -> None:
    """They are of 2 kB, and hold up to 2 MB; something is wrong with each, and that is told."""
    paths = sorted(FOLDER.iterdir())
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", _LIMITED, *paths], env=env, capture_output=True, text=True)
    assert (done.stderr, done.stdout.split()) == ("", ["True"] * len(paths))
    assert len(paths) == 5


def test_groups_of_tiles_are_read_in_one_way_only() -> None:
    with pytest.raises(NotationError, match="is not a tile or a group"):
        parse_faces("9b" * 400 + "!")

"""Files on which a reader may take hours: a tag without end, a score of blanks, a name of digits, many hands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjlog.errors import NotationError
from mjlog.tiles import parse_faces

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

"""Fixtures and settings for all tests."""

from __future__ import annotations

import gc
import math
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import compiled

compiled.keep()

from hypothesis import settings  # noqa: E402

from turns import examples  # noqa: E402

# By chance while one works; where everybody's change is judged (CI), the same examples each time.
settings.register_profile("quick", deadline=None, max_examples=examples(100))
settings.register_profile("same", settings.get_profile("quick"), derandomize=True)
settings.load_profile("same" if os.environ.get("CI") else "quick")

_SPREAD = {
    "test_leaks.py", "test_session_corrections.py", "test_api_schema.py", "test_record_new_game.py",
}  # fmt: skip
"""Files of long tests that have nothing in common."""

_IN_MEMORY = "/dev/shm"
"""Where Linux has files that lie on no disk: what tests write is not to stay, and nobody waits for it."""
_ROOM = 2_000_000_000

if "TMPDIR" not in os.environ and os.path.isdir(_IN_MEMORY) and shutil.disk_usage(_IN_MEMORY).free > _ROOM:
    os.environ["TMPDIR"] = _IN_MEMORY

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what runs in the background; programs started by the tests would not hear Ctrl-C either.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """What all tests share stays: it is not looked through again and again for what nobody needs any more."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Half as many processes more than processors: a third of the time tests wait, at terminals and for servers."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else math.ceil(1.5 * (os.cpu_count() or 1))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of a file run in one process, which makes what they share once; those that share little run anywhere."""
    from xdist.scheduler import LoadScopeScheduling

    if config.getvalue("dist") != "load":
        return None  # somebody wants it otherwise

    class Files(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return nodeid if Path(file).name in _SPREAD else file

    return Files(config, log)


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test leaves anything in the data folder of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def as_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes begin as copies of this one, with whatever a test has changed in it; also beside threads of others."""
    from mjlog_cli.audit import crew

    if sys.platform != "linux":
        pytest.skip("processes begin as copies on Linux only")
    monkeypatch.setattr(crew, "can_be_copied", lambda: True)


@pytest.fixture(scope="session")
def sample_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs of all cases: in it one for each rule set, as in `sample_logs/rules/`."""
    from samples import RULES, generated, write_logs

    folder = tmp_path_factory.mktemp("samples")
    write_logs({place: log for place, log in generated().items() if place.startswith(f"{RULES.name}/")}, folder)
    return folder / RULES.name

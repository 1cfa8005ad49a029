"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# By chance while one works; where everybody's change is judged (CI), the same examples each time.
settings.register_profile("quick", deadline=None, max_examples=100)
settings.register_profile("same", settings.get_profile("quick"), derandomize=True)
settings.load_profile("same" if os.environ.get("CI") else "quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what runs in the background; programs started by the tests would not hear Ctrl-C either.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def sample_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the logs of all cases: in it one for each rule set, as in `sample_logs/rules/`."""
    from samples import RULES, generated, write_logs

    folder = tmp_path_factory.mktemp("samples")
    write_logs({place: log for place, log in generated().items() if place.startswith(f"{RULES.name}/")}, folder)
    return folder / RULES.name

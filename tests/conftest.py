"""Fixtures and settings for all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=100)
settings.load_profile("quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what runs in the background; programs started by the tests would not hear Ctrl-C either.
    signal.signal(signal.SIGINT, signal.default_int_handler)

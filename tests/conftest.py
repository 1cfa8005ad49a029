"""Fixtures and settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("quick", deadline=None, max_examples=100)
settings.load_profile("quick")

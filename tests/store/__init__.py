"""Tests of `mjlog.store`."""

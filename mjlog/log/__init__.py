"""Logs as they are read: rows, with their faults, and the corrections among them; nothing is replayed."""

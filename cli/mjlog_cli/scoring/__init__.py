"""Scoring and settling for people: the hands of a deal, pages, questions at a terminal, the sheet of a session."""

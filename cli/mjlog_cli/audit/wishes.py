"""What an audit was asked for: in words, and as a digest by which it is known again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from mjlog import __version__
from mjlog.text import counted, shown
from mjlog_cli.auditing import Wish


def wish_digest(wish: Wish) -> str:
    """The digest of all that the result of an audit depends on, but for what is audited."""
    choice = wish.choice
    parts = (
        __version__, wish.ruleset.digest if wish.ruleset is not None else None, wish.newest_rules, wish.as_json,
        wish.every_hand, wish.as_recorded, wish.as_of, [_content(path) for path in wish.cards.paths],
        str(choice.period), choice.player, sorted(choice.codes), choice.severity, wish.baseline.digest, wish.collect,
        wish.stories, wish.width, wish.page, wish.viewer, sorted(wish.names.items()), wish.are_rulings_accepted,
    )  # fmt: skip
    return hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()


def _content(path: str) -> str:
    """What a score card says; one that ships goes by its name."""
    place = Path(path)
    return hashlib.sha256(place.read_bytes()).hexdigest() if place.is_file() else path


def about_wish(wish: Wish) -> Iterator[tuple[str, str]]:
    """What was asked for, by name, for the head of a report; the usual is not mentioned."""
    if wish.ruleset is not None:
        yield "rules", f"judged by {shown(wish.ruleset.id)}, version {shown(wish.ruleset.version)}"
    if wish.newest_rules:
        yield "rules", "judged by the newest version of the rule set that a game names"
    if wish.as_recorded:
        yield "read", "as recorded: corrections are not carried out"
    if wish.as_of is not None:
        yield "as of", f"event {wish.as_of}: what the logs said when it was their last"
    choice = ", ".join(wish.choice.words())
    if choice:
        yield "only", choice
    if wish.are_rulings_accepted:
        yield "ruled on", "findings that were ruled on at the table are counted apart"
    if wish.baseline.entries:
        yield "accepted", f"{counted(len(wish.baseline.entries), 'finding')}, which are left out where they are found"

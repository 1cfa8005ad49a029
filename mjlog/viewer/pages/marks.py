"""The marks below the slider: where tiles were claimed, kongs made, faults found; each leads to its event."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from mjlog.viewer.pages.addresses import Addresses
from mjlog.views.marks import Mark

_SIGNS = {
    "claim": "M-4 9L0 2L4 9Z", "kong": "M-5 9V2H5V9Z", "bonus": "M0 3A3 3 0 1 1 -.01 3Z",
    "mahjong": "M0 0L1.8 4L6 4.4L2.8 7.2L3.8 11.4L0 9L-3.8 11.4L-2.8 7.2L-6 4.4L-1.8 4Z", "end": "M-1.5 0H1.5V11H-1.5Z",
    "correction": "M-5 10L-4 6L3 -1L6 2L-1 9Z",
    "finding-error": "M-6 0H6L0 11Z", "finding-warning": "M-5 1H5L0 10Z", "finding-info": "M-4 2H4L0 9Z",
}  # fmt: skip
_NAMES = {
    "claim": "set laid down", "kong": "kong", "bonus": "bonus tile", "mahjong": "mahjong", "end": "end",
    "correction": "corrected", "finding-error": "error", "finding-warning": "warning", "finding-info": "remark",
}  # fmt: skip


def legend() -> list[tuple[Markup, str]]:
    """Every kind of mark: its sign as SVG, and what it stands for."""
    box = '<svg viewBox="-7 -3 14 16" width="14" height="16" aria-hidden="true" focusable="false">'
    return [
        (Markup(f'{box}<path class="mark {kind}" d="{sign}"/></svg>'), _NAMES[kind]) for kind, sign in _SIGNS.items()
    ]


def marks_svg(marks: Sequence[Mark], length: int, to: Addresses) -> str:
    """The marks of a hand of so many stops as one SVG, as wide as the way of the slider's knob; empty without marks.

    The `place` of a mark is its stop in the hand, from 0.
    """
    if not marks:
        return ""
    # The list of events tells the same to whoever does not see the picture.
    inside = "".join(_mark(mark, length, to) for mark in reversed(marks))
    return f'<svg aria-hidden="true" focusable="false">{inside}</svg>'


def _mark(mark: Mark, length: int, to: Addresses) -> str:
    """As large however wide the slider is, at its part of the way from the first event to the last."""
    along = 100 * mark.place / max(1, length - 1)
    return (
        f'<svg x="{along:.2f}%" overflow="visible"><a href="{escape(to.event(mark.seq))}" tabindex="-1">'
        f"<title>{_NAMES[mark.kind]}, event {mark.seq}</title>"
        f'<path class="mark {mark.kind}" d="{_SIGNS[mark.kind]}" transform="translate(0 2)"/></a></svg>'
    )

"""A curve for each hand that is seen, above the slider: how near it was to being ready, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mjlog.seats import SEATS, Seat

_FARTHEST = 6


def curve_svg(course: Sequence[Mapping[Seat, int]]) -> str:
    """A line a seat, the higher the nearer the hand was to being ready; empty where no hand is seen."""
    curves = {seat: "".join(_steps([near.get(seat) for near in course])) for seat in SEATS}
    paths = "".join(f'<path class="of-{seat.value}" d="{curve}"/>' for seat, curve in curves.items() if curve)
    box = f'viewBox="0 0 {max(1, len(course) - 1)} {_FARTHEST + 2}" preserveAspectRatio="none"'
    return f'<svg {box} aria-hidden="true" focusable="false">{paths}</svg>' if paths else ""


def _steps(course: Sequence[int | None]) -> Iterator[str]:
    """A path along the steps; a gap where the hand is not known."""
    before: int | None = None
    for at, away in enumerate(course):
        if away == before:
            continue
        if before is not None:
            yield f"H{at}"
        if away is not None:
            yield f"{f'M{at} ' if before is None else 'V'}{min(away, _FARTHEST) + 1.5:g}"
        before = away
    if before is not None:
        yield f"H{len(course) - 1}"

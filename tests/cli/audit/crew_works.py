"""What workers are made to do in tests; Dask workers load this as they begin (`--preload crew_works`)."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjlog.sources import Piece
from mjlog_cli.audit import games
from mjlog_cli.audit.audit_request import Audited, ReportLimits
from mjlog_cli.commands import audit, tables


def befall(name: str, marks: Path) -> None:
    """What the name of a piece says: it kills whoever reads it, or only the first, or takes long."""
    if "poison" in name:
        os.kill(os.getpid(), signal.SIGKILL)
    if "once" in name and not (marks / name).exists():
        (marks / name).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if "slow" in name:
        (marks / name).touch()
        time.sleep(0.2)


def _die_handing_over(worker: int) -> None:
    """In the middle of a long message, or of a large file."""
    while True:
        frame, names = sys._current_frames()[worker], set()
        while frame is not None:
            names.add(frame.f_code.co_name)
            frame = frame.f_back  # type: ignore[assignment]
        if "_send" in names or {"_put_away", "func_wrapper"} <= names:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Trial:
    """Says a piece aloud."""

    marks: Path

    def __call__(self, piece: str, room: ReportLimits) -> str:
        befall(piece, self.marks)
        if piece == "torn" and not (self.marks / piece).exists():
            (self.marks / piece).touch()
            threading.Thread(target=_die_handing_over, args=(threading.get_ident(),), daemon=True).start()
            return piece * 10_000_000
        return piece.upper()

    def lost(self, piece: str, how: str) -> str:
        return f"{piece}: {how}"


def dask_setup(worker: Any) -> None:
    """Audits of pieces whose names say so end in the same way."""
    marks = Path(os.environ["CREW_MARKS"])

    def audit_piece(piece: Piece, *more: Any) -> Iterator[Audited]:
        if piece.trouble is None:
            befall(Path(piece.path).name, marks)
        return games.audit_piece(piece, *more)

    for module in (tables, audit):
        module.audit_piece = audit_piece  # type: ignore[attr-defined]

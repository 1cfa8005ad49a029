"""The report of an audit as a page, written as the games come: what comes before them is known last."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from mjlog.reports.summary import Summary
from mjlog_cli.audit.audited import Audited, GamePart
from mjlog_cli.audit.report_limits import MOST_FINDINGS, MOST_STORIES
from mjlog_cli.files import write_file

_IN_MEMORY = 1_000_000
_AT_ONCE = 1 << 16


class PageWriter:
    """Gathers the parts of a page, and writes it when all games have been audited. To be used in a `with`."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.summary = Summary()
        self._games = self._findings = self._stories = 0
        # Both are closed by `__exit__`.
        self._contents = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._body = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._contents.close()
        self._body.close()

    def lacks(self, found: Iterable[Audited]) -> bool:
        """Whether these games, if they come next, have findings for which there is room now, and was none before."""
        findings, stories = self._findings, self._stories
        for part in (part for audited in found for part in audited.parts):
            for finding in part.findings:
                if finding.story is None and stories < MOST_STORIES and findings < MOST_FINDINGS:
                    return True
                findings, stories = findings + 1, stories + bool(finding.story)
            if part.more and findings < MOST_FINDINGS:
                return True
        return False

    def add(self, audited: Audited) -> None:
        """One more game."""
        if audited.told is not None:
            self.summary.add(audited.told)
        for part in audited.parts:
            self._add_part(part)

    def _add_part(self, part: GamePart) -> None:
        from mjlog.viewer.pages.audit_file import contents_row, game_html

        self._games += 1
        told = []
        for finding in part.findings[: max(0, MOST_FINDINGS - self._findings)]:
            story = finding.story if self._stories < MOST_STORIES else None
            self._stories += bool(story)
            told.append(story or finding.line)
        self._findings += len(told)
        count = len(part.findings) + part.more
        row = contents_row(self._games, part.title, part.source, count)
        text = game_html(self._games, part.title, part.source, told, count - len(told))
        self._contents.write(row.encode("utf-8", "backslashreplace"))
        self._body.write(text.encode("utf-8", "backslashreplace"))

    def write(self, about: Sequence[tuple[str, str]], names: Mapping[str, str]) -> None:
        """The whole page. `about`: what is said of the audit, by name.

        Raises:
            MjlogError: the file cannot be written.
        """
        write_file(self.path, self._parts(about, names))

    def _parts(self, about: Sequence[tuple[str, str]], names: Mapping[str, str]) -> Iterator[bytes]:
        from mjlog.viewer.pages.audit_file import frame

        page = frame(self.summary, about, self._games > 0, names)
        yield page.before.encode("utf-8", "backslashreplace")
        yield from _again(self._contents)
        yield page.between.encode("utf-8", "backslashreplace")
        yield from _again(self._body)
        yield page.after.encode("utf-8", "backslashreplace")


def _again(spool: IO[bytes]) -> Iterator[bytes]:
    spool.seek(0)
    while data := spool.read(_AT_ONCE):
        yield data


__all__ = ["MOST_FINDINGS", "MOST_STORIES", "PageWriter"]

"""In which line of a TOML text something stands: `scoring.item[4].doubles` → 37.

The standard reader gives values without their places. Here the text is gone through once more, for headings and keys
only; it must be one that `mjlog.text.read_toml` has taken.
"""

from __future__ import annotations

import bisect
import re

from mjlog.text import shown

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}' r"|'''(?:[^']|'(?!''))*+'{3,5}" r'|"(?:[^"\\]|\\.)*+"' r"|'[^']*+'", re.DOTALL
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_SCALAR = re.compile(r"[^,\]}#\n]*+")
_REST_OF_LINE, _REST_OF_LINES = re.compile(r"[^\n]*+\n?"), re.compile(r"[^\n]*+\n*")
"""Behind a value, and behind a table: the blank lines below that go with it."""


class Lines:
    """The lines (1-based) of a document's parts, by their path.

    >>> lines = Lines('id = "club"\\n[[rule]]\\nid = "a-1"\\n[options.A]\\nvalues = [\\n  1,\\n  2]')
    >>> lines.of("rule[0].id"), lines.of("options.A.values[1]"), lines.of("options.A.kind"), lines.of("wall")
    (3, 7, 4, 1)
    """

    def __init__(self, text: str) -> None:
        self._places = _Scan(text).places
        self._ends = [place for place, char in enumerate(text) if char == "\n"]

    def of(self, path: str | None) -> int:
        """Where a part begins; of what is missing, where the table begins that lacks it; else the first line."""
        while path:
            if path in self._places:
                return bisect.bisect_left(self._ends, self._places[path]) + 1
            path = path.rpartition("[" if path.endswith("]") else ".")[0]
        return 1


class Spans:
    """Where the values and blocks of a document stand in its text, by their path.

    `values`: the first and the last place of each value under a key, as offsets; `tables`: the paths of all else.
    `by_id`: the rows of a list of tables have no number in their path, but their id.

    >>> text = 'id = "club"\\n[[rule]]\\nid = "a-1"\\n\\n[options.A]\\ndefault = 1'
    >>> spans = Spans(text)
    >>> [text[slice(*spans.values[path])] for path in ("id", "rule[0].id", "options.A.default")]
    ['"club"', '"a-1"', '1']
    >>> spans.block("rule[0]"), "rule.a-1" in Spans(text, by_id=True).tables
    ('[[rule]]\\nid = "a-1"\\n', True)
    """

    def __init__(self, text: str, by_id: bool = False) -> None:
        scan = _Scan(text)
        ids = ((row, scan.values.get(f"{row}.id")) for row, _ in scan.headings if by_id and row.endswith("]"))
        names = {row: f"{row.rpartition('[')[0]}.{_unquoted(text[slice(*at)])}" for row, at in ids if at is not None}

        def named(path: str) -> str:
            row = path[: path.find("]") + 1]
            return names[row] + path[len(row) :] if row in names else path

        self.text, self.values = text, {named(path): span for path, span in scan.values.items()}
        self._headings = [(named(path), at) for path, at in scan.headings]
        self.tables = {*map(named, scan.places)} - self.values.keys()

    def end_of(self, table: str) -> int | None:
        """Behind the last value that stands in a table itself; None where there is none."""
        ends = [end for path, (_, end) in self.values.items() if path.startswith(f"{table}." if table else "")
                and "." not in path[len(table) + 1 if table else 0 :].replace("[", ".")]  # fmt: skip
        return max(ends, default=None)

    def cut(self, path: str) -> tuple[int, int]:
        """From where to where the lines go of a value, or of a table with what stands below it. It is forgotten.

        Raises:
            ValueError: it has no lines of its own.
        """
        start, end = self.values.get(path) or self._extent(path)
        lines = _REST_OF_LINE if path in self.values else _REST_OF_LINES
        after = lines.match(self.text, end)
        start, end = self.text.rfind("\n", 0, start) + 1, end if after is None else after.end()
        its = (f"{path}.", f"{path}[")
        kept = {one: span for one, span in self.values.items() if not f"{one}.".startswith(its)}
        if any(first < end and last > start for first, last in kept.values()):
            raise ValueError(path)
        self.values, self.tables = kept, {table for table in self.tables if not f"{table}.".startswith(its)}
        return start, end

    def block(self, table: str) -> str:
        """A table from its heading to its last value, what stands below it included."""
        start, end = self._extent(table)
        return self.text[start:end] + "\n"

    def _extent(self, table: str) -> tuple[int, int]:
        within = [at for path, at in self._headings if path == table or path.startswith(f"{table}.")]
        ends = [end for path, (_, end) in self.values.items() if path.startswith(f"{table}.")]
        return min(within), max(ends)


class _Scan:
    """One pass over the text; `places` are offsets by path, of the first mention of each.

    `values`: from where to where each value under a key stands; `headings`: path and offset of each.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[str, int] = {}
        self.values: dict[str, tuple[int, int]] = {}
        self.headings: list[tuple[str, int]] = []
        self._tables: dict[str, int] = {}
        table = ""
        self._skip(_BLANK)
        while self.at < len(self.text):
            before = self.at
            if self.text[self.at] == "[":
                table = self._heading()
            else:
                self._assignment(table)
            self._skip(_BLANK)
            if self.at == before:  # no TOML: whatever stands here is passed over
                self.at += 1

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def _takes(self, chars: str) -> bool:
        if not self.text.startswith(chars, self.at):
            return False
        self.at += len(chars)
        return True

    def _note(self, path: str, place: int) -> str:
        self.places.setdefault(path, place)
        return path

    def _heading(self) -> str:
        """`[a.b]`, or `[[a.b]]`, which begins the next of a list of tables."""
        start = self.at
        many = self._takes("[[") or not self._takes("[")
        self._skip(_SPACE)
        path = ""
        names = self._names()
        for depth, name in enumerate(names):
            path = self._note(below(path, name), start)
            if depth < len(names) - 1 and path in self._tables:
                path = f"{path}[{self._tables[path]}]"
        if many:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = self._note(f"{path}[{self._tables[path]}]", start)
        self._skip(_SPACE)
        self._takes("]]" if many else "]")
        self.headings.append((path, start))
        return path

    def _names(self) -> list[str]:
        """The parts of a key with dots."""
        names = []
        while True:
            self._skip(_SPACE)
            names.append(_unquoted(self._skip(_STRING)) if self._is_quote() else self._skip(_BARE_KEY))
            self._skip(_SPACE)
            if not self._takes("."):
                return names

    def _is_quote(self) -> bool:
        return self.text[self.at : self.at + 1] in ('"', "'")

    def _assignment(self, table: str) -> None:
        start, path = self.at, table
        for name in self._names():
            path = self._note(below(path, name), start)
        self._takes("=")
        self._skip(_SPACE)
        begins = self.at
        self._value(path)
        # A bare word or number is read up to what ends it.
        self.values[path] = begins, begins + len(self.text[begins : self.at].rstrip())

    def _value(self, path: str) -> None:
        if self._is_quote():
            self._skip(_STRING)
        elif self._takes("["):
            index = 0
            while self._goes_on("]"):
                self._value(self._note(f"{path}[{index}]", self.at))
                index += 1
        elif self._takes("{"):
            while self._goes_on("}"):
                self._assignment(path)
        else:
            self._skip(_SCALAR)

    def _goes_on(self, end: str) -> bool:
        """Whether a further item follows, in brackets that close with `end`."""
        self._skip(_BLANK)
        if self._takes(","):
            self._skip(_BLANK)
        return self.at < len(self.text) and not self._takes(end)


def below(path: str, name: str) -> str:
    """The path of a part of what stands at a path."""
    return f"{path}.{shown(name)}" if path else shown(name)


_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def _unquoted(text: str) -> str:
    """A quoted key as it is read."""
    if not text.startswith('"'):
        return text[1:-1]
    return _ESCAPE.sub(_escape, text[1:-1])


def _escape(match: re.Match[str]) -> str:
    code = match.group(1) or match.group(2)
    return chr(min(int(code, 16), 0x10FFFF)) if code else _ESCAPED.get(match.group(3), match.group(3))

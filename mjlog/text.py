"""Texts from outside: shown without harm, compared with what was meant, read within bounds.

Names, notes and whole documents come from files of others. Whatever is printed of them passes through
`shown`; whatever is parsed of a rule set's document passes through `read_toml`.
Source: docs/understand/trust.md.
"""

from __future__ import annotations

import difflib
import itertools
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from mjlog.errors import NotationError, RuleSetError

# Letters that show as nothing: grapheme joiner, Hangul and Khmer fillers, blank Braille.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_NAMED_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LONGEST_WORD = 60
_LONGEST_FILE_NAME = 80
_NO_SEGMENT = re.compile(r"[^A-Za-z0-9_.-]|(?<![A-Za-z0-9_-])\.")
_ESCAPED_BYTE = re.compile(rb"~([0-9A-Fa-f]{2})")
_MOST_CANDIDATES = 1000
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z", re.ASCII)
_NOON = "12:00"
"""The time of a day that was written down alone."""

MAX_DOCUMENT = 1_000_000
"""Characters of the longest document that is read."""
MAX_DOCUMENT_DEPTH = 16
"""Tables and lists inside one another, at most."""


def shown(value: object, limit: int = 60) -> str:
    """A text as it may be printed: shortened; control, bidirectional, invisible and odd blank characters as escapes.

    >>> shown("anna\\u202e\\n"), shown("bamboo " * 20, limit=12)
    ('anna\\\\u202e\\\\n', 'bamboo bamb…')
    """
    text = _as_text(value, limit)
    if len(text) <= limit and text.isprintable() and _INVISIBLE.isdisjoint(text):
        return "".join(text)  # a plain text, also of a safe piece of a page
    parts: list[str] = []
    length = 0
    for char in text[: limit + 1]:
        part = _escaped(char)
        length += len(part)
        parts.append(part)
    if length <= limit and len(text) <= limit:
        return "".join(parts)
    while parts and length > limit - 1:
        length -= len(parts.pop())
    return "".join(parts) + "…"


def with_name(handle: str, names: Mapping[str, str], limit: int = 60) -> str:
    """A player's handle, and the real name beside it where there is one in `names`, as they may be printed.

    >>> with_name("anna", {"anna": "Anna Novak"}), with_name("ben", {})
    ('anna (Anna Novak)', 'ben')
    """
    name = names.get(handle)
    return shown(handle, limit) if name is None else f"{shown(handle, limit)} ({shown(name, 200)})"


def where_words(
    place: str | None, table: str | None, tournament: str | None = None, session: int | None = None
) -> list[str]:
    """Where a game is played: the place and the table, and which round of which tournament it is.

    >>> where_words("club", "2"), where_words(None, "2", "Rhine Open", 3)
    (['club', '2'], ['Rhine Open', 'session 3', 'table 2'])
    """
    round_ = "" if session is None else f"session {session}"
    at_table = f"table {table}" if round_ and table and table.isdecimal() else table
    return [part for part in (place, tournament, round_, at_table) if part]


def day_words(time: str | None) -> str | None:
    """A time of a log as people write it.

    >>> day_words("2026-11-22T19:32:24Z"), day_words("2026-11-22T12:00:00Z"), day_words("in spring")
    ('2026-11-22, 19:32 UTC', '2026-11-22', 'in spring')
    """
    match = _TIME.fullmatch(time or "")
    if match is None:
        return time
    return match[1] if match[2] == _NOON else f"{match[1]}, {match[2]} UTC"


def counted(number: int, noun: str) -> str:
    """A number of things, in the plural where needed.

    >>> counted(1, "hand"), counted(1313, "hand")
    ('1 hand', '1,313 hands')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def list_words(parts: Iterable[str]) -> str:
    """One or more parts with commas and an 'and'.

    >>> list_words(["east", "south", "west"])
    'east, south and west'
    """
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def either(parts: Iterable[str]) -> str:
    """One or more parts with commas and an 'or'.

    >>> either(["2 bamboo", "5 bamboo"])
    '2 bamboo or 5 bamboo'
    """
    *most, last = parts
    return f"{', '.join(most)} or {last}" if most else last


def cited(rule: str | None) -> str:
    """The id of a rule in brackets, to stand behind a sentence; nothing where there is no rule."""
    return f" [{rule}]" if rule is not None else ""


def points(number: int) -> str:
    """Points with a minus sign that is as wide as a digit.

    >>> points(128), points(-64)
    ('128', '−64')
    """
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    """A change of points.

    >>> signed(128), signed(0), signed(-64)
    ('+128', '0', '−64')
    """
    return f"+{number}" if number > 0 else points(number)


THOUSAND = 1000
"""The unit of results of those who begin with thousands of points (riichi/final-1)."""


def decimal(number: float) -> str:
    """A number with one decimal; of thousands with none.

    >>> decimal(12.25), decimal(-5), decimal(-0.01), decimal(12866.7)
    ('12.2', '−5.0', '0.0', '12867')
    """
    words = f"{number:.{0 if abs(number) >= THOUSAND else 1}f}".removeprefix("-")
    return f"\N{MINUS SIGN}{words}" if number < 0 and float(words) else words


def result(number: float, unit: int = THOUSAND) -> str:
    """What a game brought somebody, in points of one, or in thousands of them.

    A second decimal stands there where one would round a result of a game: thirds and quarters of a place.

    >>> result(41000), result(-5300), result(0), result(-64, 1), result(12.5, 1), result(1750), result(-2333)
    ('+41.0', '−5.3', '0.0', '−64', '+12.5', '+1.75', '−2.33')
    """
    words = decimal(number / unit) if unit > 1 or number != int(number) else points(int(number))
    if unit > 1 and number == int(number) and number * 10 % unit and abs(number) < THOUSAND * unit:
        words = f"{abs(number) / unit:.2f}" if number > 0 else f"\N{MINUS SIGN}{abs(number) / unit:.2f}"
    return f"+{words}" if number > 0 and float(words) else words


def _as_text(value: object, limit: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes | bytearray):
        return bytes(value[: limit + 1]).decode("utf-8", "backslashreplace")
    try:
        return str(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits; a list inside itself
        return f"a {type(value).__name__} too large to print"


def _escaped(char: str) -> str:
    if char.isprintable() and char not in _INVISIBLE:
        return char
    code = ord(char)
    if char in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[char]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shell_word(text: str) -> str:
    """A text as a shell reads it, as one word and nothing else; what would not show is spelled out.

    >>> shell_word("tuesday"), shell_word("x;touch pwned $(id)"), shell_word("a'\\x1b")
    ('tuesday', "'x;touch pwned $(id)'", "$'a\\\\'\\\\u001b'")
    """
    if text == shown(text, len(text)):
        return shlex.quote(text)
    parts = (f"\\{char}" if char in "\\'" else _escaped(char).replace("\\x", "\\u00") for char in text)
    return f"$'{''.join(parts)}'"


def as_command(words: str, *names: object) -> str:
    """A command to be copied into a shell: `words` of this program, and behind them what others have named.

    >>> as_command("sheet", "tuesday"), as_command("dossier", "my game", 5), as_command("hide --undo", "-x")
    ('mjlog sheet tuesday', "mjlog dossier 'my game' 5", 'mjlog hide --undo -- -x')
    """
    given = [str(name) for name in names]
    behind = ["--"] if any(name.startswith("-") for name in given) else []
    return " ".join(("mjlog", words, *behind, *map(shell_word, given)))


def segment(game: str) -> str:
    """The path segment of a game's id: any id makes one, plain ones stay as they are.

    Everything but letters, digits, `-`, `_` and inner dots is written as `~` and two hex digits a byte.

    >>> segment("club-2026.1"), segment("a/b c"), segment("..")
    ('club-2026.1', 'a~2Fb~20c', '~2E~2E')
    """

    def escaped(match: re.Match[str]) -> str:
        return "".join(f"~{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))

    return _NO_SEGMENT.sub(escaped, game)


def read_segment(text: str) -> str:
    """The id of a game that a path segment stands for.

    >>> read_segment("a~2Fb~20c")
    'a/b c'

    Raises:
        ValueError: it is none.
    """
    raw = _ESCAPED_BYTE.sub(lambda match: bytes([int(match[1], 16)]), text.encode("utf-8"))
    return raw.decode("utf-8")


def file_name(game: str, end: str) -> str:
    """The name under which something of a game is saved.

    >>> file_name("tuesday, no. 2", "-sheet.csv")
    'tuesday~2C~20no.~202-sheet.csv'
    """
    return segment(game)[:_LONGEST_FILE_NAME] + end


def quoted(value: object, limit: int = 60) -> str:
    """A JSON or TOML value as a message names it: texts in quotes, lists and objects by their size.

    >>> quoted("5x"), quoted(None), quoted(True), quoted([1, 2]), quoted({})
    ("'5x'", 'null', 'true', 'a list of 2', 'an object of 0')
    """
    if isinstance(value, str):
        text = shown(value, limit)
        return f'"{text}"' if "'" in text and '"' not in text else "'" + text.replace("'", "\\'") + "'"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    return shown(value, limit)


_IN_BRACKETS = re.compile(r"<[A-Za-z][^<>]*>|\[[A-Za-z][^\[\]]*\]")


def about_brackets(text: str) -> str:
    """What is said to who has typed `<game>` or `[GAME]` as it stands in a usage; nothing of any other text.

    >>> about_brackets("fix <event> 5c"), about_brackets("fix 37 5c")
    ("'<event>' stands for what is to be typed there, without brackets", '')
    """
    match = _IN_BRACKETS.search(text)
    return f"{quoted(match[0], 40)} stands for what is to be typed there, without brackets" if match else ""


def named_values(words: Iterable[str]) -> dict[str, Any]:
    """What words like `NAME=VALUE` say, as JSON values.

    >>> named_values(["SevenPairs=true", "ScoreLimit=500", "Style=open"])
    {'SevenPairs': True, 'ScoreLimit': 500, 'Style': 'open'}

    Raises:
        NotationError: a word is none, or a name is given twice.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise NotationError(f"{shown(word)}: expected NAME=VALUE")
        if name in values:
            raise NotationError(f"{shown(name)} is given twice")
        if value in ("true", "false"):
            values[name] = value == "true"
        else:
            values[name] = int(value) if re.fullmatch(r"-?[0-9]{1,16}", value) else value
    return values


_DIGITS_READ = 4300
"""Of a whole number; one of more would take its reader time, and is none of any log."""
_DIGITS_OF_THE_FORMAT = 16


class OverlongNumber(float):
    """What stands for a number that is too long to be read, or beyond all floats."""

    words: str

    @classmethod
    def written(cls, text: str) -> OverlongNumber:
        """The number that is written so.

        >>> str(OverlongNumber.written("-" + "9" * 5000)), str(OverlongNumber.written("1e999"))
        ('a number of 5000 digits', '1e999')
        """
        number = cls("-inf" if text.startswith("-") else "inf")
        digits = text.removeprefix("-")
        number.words = f"a number of {len(digits)} digits" if digits.isdigit() else text[:100]
        return number

    def __str__(self) -> str:
        return self.words


def whole_or_overlong(text: str) -> int | OverlongNumber:
    """A whole number as it is written; where it is too long to be read, what stands for it."""
    return int(text) if len(text) <= _DIGITS_READ else OverlongNumber.written(text)


def whole_number(text: str) -> int:
    """A whole number as it is written.

    Raises:
        NotationError: it is too long to be read.
    """
    number = whole_or_overlong(text)
    if isinstance(number, OverlongNumber):
        raise NotationError(f"there is {number}; no number of the format has more than {_DIGITS_OF_THE_FORMAT}")
    return number


def no_number(word: str) -> NoReturn:
    """`NaN` and `Infinity`, which Python takes for JSON.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{word} is no JSON number")


def did_you_mean(word: object, candidates: Iterable[str]) -> str | None:
    """The candidate that the word is most likely a slip of, or None.

    >>> did_you_mean("punk", ["chow", "pung", "kong"]), did_you_mean("tea", ["chow", "pung"])
    ('pung', None)
    """
    if not isinstance(word, str) or len(word) > _LONGEST_WORD:
        return None
    names = itertools.islice(candidates, _MOST_CANDIDATES)
    known = {name.lower(): name for name in names if len(name) <= _LONGEST_WORD}
    matches = difflib.get_close_matches(word.lower(), known, n=1)
    return known[matches[0]] if matches else None


class DocumentError(RuleSetError):
    """A document is not TOML, or larger or deeper than any rule set. `line` (1-based) where it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


# The standard reader needs a time that grows with the square of the parts of a dotted key, so a long
# one is found before it is read. Everything is possessive and bounded: one pass over the text.
_KEY = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.){0,200}+"|'[^'\n]{0,200}+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{{MAX_DOCUMENT_DEPTH}}}")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(text: str) -> dict[str, Any]:
    """A TOML document of bounded size and depth, whoever wrote it.

    >>> read_toml('id = "club"')
    {'id': 'club'}

    Raises:
        DocumentError: the text is too long, too deep or no TOML; the message says in which line.
    """
    if len(text) > MAX_DOCUMENT:
        raise DocumentError(f"the document has {len(text)} characters; expected at most {MAX_DOCUMENT}")
    has_dots = any(line.count(".") >= MAX_DOCUMENT_DEPTH for line in text.split("\n"))
    long_key = _LONG_KEY.search(text) if has_dots else None
    if long_key is not None:
        raise _too_deep(text.count("\n", 0, long_key.start()) + 1)
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(None) from None
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
        place = _PLACE.search(reason)
        words = reason if place is None else reason[: place.start()]
        line, where = text.count("\n") + 1, "at its end"
        if place is not None and place.group(1) is not None:
            line, where = int(place.group(1)), f"at line {place.group(1)}, column {place.group(2)}"
        words = f"the document is not TOML {where}: {shown(words[:1].lower() + words[1:], 120)}"
        raise DocumentError(words, line) from None
    except ValueError:  # raised for a number of more than 4,300 digits
        words = f"there is a number of more than {_DIGITS_READ} digits"
        raise DocumentError(f"{words}; no number of the format has more than {_DIGITS_OF_THE_FORMAT}") from None
    if is_deeper(document, MAX_DOCUMENT_DEPTH):
        raise _too_deep(None)
    return document


def _too_deep(line: int | None) -> DocumentError:
    place = "" if line is None else f"line {line} of "
    limit = f"tables at most {MAX_DOCUMENT_DEPTH} deep inside one another"
    return DocumentError(f"{place}the document is nested too deeply; expected {limit}", line)


def is_deeper(value: object, limit: int) -> bool:
    """Whether lists and mappings stand inside one another more than so many deep; never recurses."""
    level: list[object] = [value]
    for _ in range(limit):
        boxes = (box for box in level if isinstance(box, dict | list | tuple))
        level = [item for box in boxes for item in (box.values() if isinstance(box, dict) else box)]
        if not level:
            return False
    return any(isinstance(item, dict | list | tuple) for item in level)

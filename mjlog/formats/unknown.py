"""Files of no kind that is known: what they look like, in words, and what was passed over in a folder."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from mjlog.errors import RecordError
from mjlog.events import EVENT_TYPE_BY_NAME
from mjlog.formats import foreign
from mjlog.text import counted, shown
from mjlog.urls import called

_BEGINNINGS = {
    b"\x89PNG": "a picture (PNG)", b"\xff\xd8\xff": "a picture (JPEG)", b"GIF8": "a picture (GIF)", b"%PDF": "a PDF",
    b"PK\3\4": "a zip: folders that are packed end in .zip, workbooks in .xlsx or .ods",
    b"BZh": "packed with bzip2: of that only .tar.bz2 is read",
}  # fmt: skip
_TYPE = re.compile(rb'"type"\s*+:\s*+"([a-z-]{1,40}+)"')
_MARKED_UP = re.compile(r"\s*+(?:<[?!][^>]*+>\s*+)*+<([A-Za-z][\w:.-]*+)")
_KEY = re.compile(r'"([^"\\]{1,40}+)"\s*:')
_ADDRESS = re.compile(r"\s*+https?://\S++\s*+")
_TABLE = re.compile(r"[^\n,;\t]*+[,;\t][^\n]*+\n[^\n,;\t]*+[,;\t]")
_MOST_KEYS, _MOST_NAMED, _LONGEST = 4, 8, 60
_A_TABLE, _TEXT = "a table (mjlog import csv FILE reads tables)", "text (short hand is called NAME.mjlog.txt)"


def refuse_unknown(beginning: bytes, path: str) -> None:
    """A file that begins so may be a log of ours, or have nothing in it.

    Raises:
        RecordError: it is of no kind that is known.
    """
    is_list = beginning.lstrip().startswith(b"[")
    types = {one.decode() for one in _TYPE.findall(beginning)} if not is_list else set()
    if beginning.strip() and not types & EVENT_TYPE_BY_NAME.keys():
        raise RecordError(f"is no record that is known: it looks like {looks_like(beginning)}; {_read()}", path)


def _read() -> str:
    """What an audit reads, in words; and which importers cannot be used, which may read more."""
    records = ", ".join(foreign.importers().formats)
    read = f"read are logs of events, a JSON object a line; records of {records}; .mjlog.txt; databases"
    return "; ".join((read, *foreign.troubles()))


def looks_like(beginning: bytes) -> str:
    """What a file that begins so looks like.

    >>> looks_like(b"<html><body>"), looks_like(b"[1, 2"), looks_like(b"anna;ben\\n3;4\\n")
    ('a web page', 'JSON: a list', 'a table (mjlog import csv FILE reads tables)')
    """
    known = next((words for begins, words in _BEGINNINGS.items() if beginning.startswith(begins)), None)
    if known is not None:
        return known
    try:
        text = beginning.decode("utf-16" if beginning[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "strict")
    except UnicodeDecodeError as error:
        # The last sign may be cut.
        if error.start < len(beginning) - 4:
            return "no text"
        text = beginning[: error.start].decode("utf-8-sig")
    if "\0" in text:
        return "no text"
    return _text_looks_like(text)


def _text_looks_like(text: str) -> str:
    begins = text.lstrip()[:1]
    if begins == "<":
        tag = _MARKED_UP.match(text)
        name = tag[1] if tag is not None else ""
        words = f"XML that begins with <{shown(name, _LONGEST)}>" if name else "XML"
        return "a web page" if name.lower() == "html" else words
    if begins in ("{", "["):
        is_list = begins == "["
        keys = list(dict.fromkeys(_KEY.findall(text)))[:_MOST_KEYS]
        if not keys or is_list:
            return "JSON: a list" if is_list else "JSON"
        return f"JSON with {', '.join(json.dumps(key, ensure_ascii=False) for key in keys)}"
    if _ADDRESS.fullmatch(text):
        return "an address: what is there can be saved, and read as a file"
    return _A_TABLE if _TABLE.match(text) else _TEXT


def passed_over_words(path: str, names: Sequence[str]) -> str:
    """Which files of a folder were passed over.

    >>> passed_over_words("games", ["a.png", "b/notes.txt"])
    'games: 2 files of no kind that is known were passed over: a.png, b/notes.txt'
    """
    were = f"{counted(len(names), 'file')} of no kind that is known {'was' if len(names) == 1 else 'were'}"
    return f"{called(path)}: {were} passed over: {_few(names)}"


def apart_words(path: str, games: Sequence[str]) -> str:
    """Which games are single hands that follow none of those beside them.

    >>> apart_words("hands", ["e1", "s3"])
    'hands: 2 hands follow none of those beside them, and are games of their own: e1, s3'
    """
    follow = "hand follows" if len(games) == 1 else "hands follow"
    are = "is a game of its own" if len(games) == 1 else "are games of their own"
    beside = "it" if len(games) == 1 else "them"
    return f"{called(path)}: {len(games):,} {follow} none of those beside {beside}, and {are}: {_few(games)}"


def _few(names: Sequence[str]) -> str:
    few = [shown(name, _LONGEST) for name in names[:_MOST_NAMED]]
    return ", ".join(few) + (f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else "")

#!/usr/bin/env python3
"""Checks the chain of mahjong logs with nothing but Python: no part of mjlog is used.

    python3 verify_log.py FILE... [--head CHECKPOINT]...

FILE is a log (.mjlog.jsonl, also .gz and .xz) or a database of mjlog. Of each game that is whole it prints how many
events it has and the head, the id of the last one. CHECKPOINT is what `mjlog checkpoint` printed at some time:
[GAME] COUNT ID, ID in full or its first digits (8 or more, dashes between them do not matter), perhaps with a check
letter. Exit status: 0 all is as it was, 1 something is not, 2 it could not be done. How the chain is made: chain.md.
"""

import argparse
import gzip
import hashlib
import json
import lzma
import re
import sqlite3
import sys
from decimal import Decimal
from pathlib import Path


def canonical(value):
    """The one way to write a JSON value (RFC 8785): keys in order, no blanks, no needless escapes."""
    if isinstance(value, dict):  # in the order of UTF-16, as the standard has it
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return fraction(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def fraction(value):
    """A number with a point or an exponent as JavaScript writes it; only fields that mjlog does not know have any."""
    text = json.dumps(value, allow_nan=False)
    if value and not 1e-6 <= abs(value) < 1e21:
        return re.sub(r"e([+-])0*", r"e\1", text)
    text = format(Decimal(text), "f") if value else "0"
    return text.rstrip("0").rstrip(".") if "." in text else text


def event_in(text):
    """The fields of an event, its id and prev where it has them."""

    def fields_of(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a field is stated twice")
        return dict(pairs)

    fields = json.loads(text.decode("utf-8"), object_pairs_hook=fields_of)
    if not isinstance(fields, dict) or type(fields.get("seq")) is not int:
        raise ValueError("this is no event")
    return fields, fields.pop("id", None), fields.pop("prev", None)


def rows_of(path):
    """(place, game, event, id) of each line of a log, where game and id stand in the events, or row of a database."""
    with open(path, "rb") as stream:
        first_bytes = stream.read(16)
    if first_bytes != b"SQLite format 3\0":
        with {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)(path, "rb") as lines:
            yield from ((f"line {at}", None, line, None) for at, line in enumerate(lines, 1) if line.strip())
        return
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    query = """SELECT events.game, games.game, seq, CAST(body AS BLOB), lower(hex(id))
        FROM events LEFT JOIN games ON games.number = events.game ORDER BY events.game, seq"""
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        for number, name, seq, body, its_id in database.execute(query):
            yield f"row {seq}", (number, name), body, its_id
    except sqlite3.DatabaseError as error:
        yield "the database", None, str(error).encode(), None
    finally:
        database.close()


def games_in(path):
    """Of each game of a file its name, the ids of its events in order, and what is wrong with it ("": nothing)."""
    games, key, chained = {}, (None, None), set()
    for place, row_key, text, its_id in rows_of(path):
        key = row_key or key
        try:
            fields, written, prev = event_in(text)
            begins = fields["seq"] == 1 and fields.get("type") == "game-start" and (fields.get("game"),)
            key = (place, *begins) if begins and not row_key else key
            written_as = (canonical(fields).encode(), f"row {fields['seq']}", begins)
            if row_key and written_as != (text, place, begins and key[1:]):
                raise ValueError("this is not the one way to write the event, or not its place or game")
            ids = games.setdefault(key, ([], []))[0]
            before = ids[-1] if ids else "0" * 64
            if key[1] is None or fields["seq"] != len(ids) + 1:
                raise ValueError(f"event {fields['seq']} where event {len(ids) + 1} of a game is due")
            ids.append(hashlib.sha256(f"mjlog1\n{before}\n{canonical(fields)}".encode()).hexdigest())
            if row_key or (len(ids) == 1 and written is not None):
                chained.add(key)
            links = (its_id, before) if row_key else (written, prev)
            if key in chained and links != (ids[-1], before):
                raise ValueError(f"event {len(ids)} is not what was written: its id must be {ids[-1]}")
        except (ValueError, RecursionError) as error:
            games.setdefault(key, ([], []))[1].append(f"{place}: {error}")
    return [(name, ids, fault[0] if fault else "") for (_, name), (ids, fault) in games.items()]


def checkpoint(text):
    """(game or None, count, first digits of the id)."""
    form = r"(?:(.+?)\s+)??(\d{1,16})(?:\s*:\s*|\s+)([0-9a-f-]{8,80})(?:\s+([g-z]))?"
    found = re.fullmatch(form, text.strip(), re.IGNORECASE)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no checkpoint: expected [GAME] COUNT ID")
    digits, rest = found[3].replace("-", "").lower(), 0
    for digit in str(int(found[2])) + digits[:16]:
        rest = (rest * 3 + int(digit, 16)) % 17
    if found[4] and found[4].lower() != "ghjkmnpqrstuvwxyz"[rest]:
        raise argparse.ArgumentTypeError(f"{text!r}: a digit is wrong, or the letter at the end")
    return found[1], int(found[2]), digits


def say(*parts):
    """A line, without signs from a file that a terminal would obey."""
    print("".join(char if char.isprintable() else ascii(char)[1:-1] for char in ": ".join(map(str, parts))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--head", metavar="CHECKPOINT", action="append", type=checkpoint, default=[])
    asked = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    status, proved, refuted = 0, set(), set()
    for file in asked.files:
        try:
            games = games_in(file)
        except Exception as error:  # whatever a file is, it is told and not thrown
            say(file, error)
            status = 2
            continue
        for name, ids, fault in games:
            say(file, name, fault or f"ok, {len(ids)} events, head {ids[-1]}")
            status = max(status, int(fault != ""))
            for one in (one for one in asked.head if one[0] in (None, name)):
                is_kept = 0 < one[1] <= len(ids) and ids[one[1] - 1].startswith(one[2])
                (proved if is_kept else refuted if one[0] else set()).add(one)
        if not games:
            say(file, "there is no game here")
    for one in asked.head:
        said = "is still what it was" if one in proved - refuted else "IS NOT WHAT IT WAS"
        say(one[0] or "checkpoint", f"event {one[1]} {said}")
    return max(status, int(not (proved - refuted).issuperset(asked.head)))


if __name__ == "__main__":
    sys.exit(main())

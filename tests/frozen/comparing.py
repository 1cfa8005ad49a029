"""What differs from what was frozen; the old outputs, made again by the program as it was."""

from __future__ import annotations

import difflib
import fnmatch
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from frozen import making
from frozen.book import Book, Difference, FrozenError, compared, note, read, write
from frozen.logs import BESIDE, ROOT, is_all_beside

PARTS = ("mjlog", "cli", "schemas", "sample_logs", "tests")
"""What the outputs depend on."""
_NOT_OURS = (":!tests/frozen/frozen.txt", ":!tests/frozen/intended.md")
_SEPARATOR = b"\0\0mjlog-frozen\0\0"
_MOST_WORDS = 500
_FIGURES = re.compile(r"[0-9a-f]{12,}|\d+")


def differences(book: Book, patterns: Sequence[str], workers: int) -> Difference:
    """The outputs that are not what was frozen."""
    names = making.chosen(patterns)
    asked = [name for name in book.digests if not patterns or any(fnmatch.fnmatchcase(name, one) for one in patterns)]
    return compared(book.digests, making.digests(names, workers), asked)


def freeze(book: Book, now: making.Digests, because: str | None, revision: str) -> tuple[Book, Difference]:
    """The new book, and what has changed; for what is only new nobody has to say why.

    Raises:
        FrozenError: something differs, and no reason is given; an output that was frozen cannot be made any more.
    """
    found = compared(book.digests, now, book.digests)
    if found.failed:
        name, why = next(iter(found.failed.items()))
        raise FrozenError(f"{len(found.failed):,} outputs cannot be made, {name} for one: {why}")
    if found.total() and not (because or "").strip():
        raise FrozenError(f"{found.total():,} outputs differ ({found.by_kind()}): say why, with --because")
    return Book(revision, {name: digest for name, digest in now.items() if name not in found.unmade}), found


def freeze_all(because: str | None, workers: int) -> str:
    """Freeze everything as it is now; says what was done.

    Raises:
        FrozenError: there is something that is not committed, or not here; or see `freeze`.
    """
    revision = _committed_revision()
    if not is_all_beside():
        raise FrozenError(f"some outputs are made of what stands in {BESIDE}, and not all of that is there")
    try:
        book = read()
    except FrozenError:
        book = Book("", {})
    new, found = freeze(book, making.digests(making.chosen(()), workers), because, revision)
    if not found.total() and not found.new:
        return "nothing differs: nothing was written"
    write(new)
    if book.digests and because:
        note(found, revision, because)
    left_out = "".join(f"\nleft out: {name} cannot be made: {why}" for name, why in found.unmade.items())
    return f"{len(new.digests):,} outputs frozen, of {revision[:10]}; changed: {found.by_kind()}{left_out}"


# -- old outputs ------------------------------------------------------------------------------------------------------


def diffs(book: Book, names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Each of these outputs with the lines in which it differs from the frozen one.

    Raises:
        FrozenError: the revision that was frozen is not here.
    """
    old = old_outputs(book, names)
    now = dict(making.texts([name for name in names if name in making.outputs()]))
    for name in names:
        before, after = (_readable(some.get(name, b"")) for some in (old, now))
        yield name, list(difflib.unified_diff(before, after, f"frozen {name}", f"now {name}", lineterm="", n=2))


def _readable(output: bytes) -> list[str]:
    """The lines of an output; long ones of JSON are broken, so that a difference is a short line."""
    lines = output.decode("utf-8", "backslashreplace").splitlines()
    return [part for line in lines for part in (_broken(line) if line.startswith("{") else [line])]


def _broken(line: str) -> list[str]:
    return re.sub(r'([,{\[])(?=["{])', "\\1\n  ", line).split("\n")


def old_outputs(book: Book, names: Sequence[str]) -> dict[str, bytes]:
    """The outputs as the program made them at the revision that was frozen.

    Raises:
        FrozenError: that revision is not here, or cannot make them.
    """
    revision = _known_revision(book.revision)
    with tempfile.TemporaryDirectory(prefix="was-") as folder:
        was = Path(folder) / "was"
        packed = _git("archive", "--format=tar", revision, "--", *PARTS)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(was, filter="data")
        if BESIDE.exists():
            (Path(folder) / BESIDE.name).symlink_to(BESIDE, target_is_directory=True)
        paths = (was, was / "cli", was / "schemas", was / "tests")
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
        command, asked = [sys.executable, "-m", "frozen", "make"], "\n".join(names).encode()
        run = subprocess.run(command, input=asked, cwd=was / "tests", env=surroundings, capture_output=True)
    if run.returncode:
        raise FrozenError(f"the program of {revision[:10]} fails: {run.stderr.decode(errors='replace')[-2000:]}")
    parts = run.stdout.split(_SEPARATOR)[1:]
    return {name.decode(): text for name, text in zip(parts[::2], parts[1::2], strict=True)}


def write_outputs(names: Sequence[str]) -> None:
    """Write outputs to standard output, for `old_outputs` of a later program; unknown names are passed over."""
    known = [name for name in names if name in making.outputs()]
    for name, text in making.texts(known):
        sys.stdout.buffer.write(_SEPARATOR + name.encode() + _SEPARATOR + text)


def alike(found: Iterator[tuple[str, list[str]]]) -> list[tuple[list[str], list[str]]]:
    """Differences by the same words, together: the names of the outputs, and one of the differences."""
    groups: dict[frozenset[str], list[str]] = defaultdict(list)
    shown: dict[frozenset[str], list[str]] = {}
    for name, lines in found:
        sort = _changed_words(lines[2:])
        groups[sort].append(name)
        shown.setdefault(sort, lines)
    return sorted(((names, shown[sort]) for sort, names in groups.items()), key=lambda group: -len(group[0]))


def _changed_words(lines: Sequence[str]) -> frozenset[str]:
    """Which words stand where others stood, each once, figures aside."""
    before, after = (
        [word for line in lines if line.startswith(sign) for word in _FIGURES.sub("0", line[1:]).split()][:_MOST_WORDS]
        for sign in "-+"
    )
    match = difflib.SequenceMatcher(None, before, after, autojunk=False)
    changed = (one for one in match.get_opcodes() if one[0] != "equal")
    return frozenset(f"{' '.join(before[a:b])} -> {' '.join(after[c:d])}" for _tag, a, b, c, d in changed)


# -- revisions --------------------------------------------------------------------------------------------------------


def _git(*words: str) -> bytes:
    run = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True)
    if run.returncode:
        raise FrozenError(f"git {words[0]}: {run.stderr.decode(errors='replace').strip()}")
    return run.stdout


def _committed_revision() -> str:
    """The revision that is checked out.

    Raises:
        FrozenError: what the outputs depend on is not as it was committed: nobody could make them again.
    """
    changed = _git("status", "--porcelain", "--", *PARTS, *_NOT_OURS).decode().splitlines()
    if changed:
        raise FrozenError(f"commit first what the outputs depend on: {changed[0].strip()} …")
    return _git("rev-parse", "HEAD").decode().strip()


def _known_revision(revision: str) -> str:
    """The revision that was frozen; where history was written anew, the one that brought the frozen file."""
    try:
        _git("cat-file", "-e", f"{revision}^{{commit}}")
    except FrozenError:
        return _git("log", "-1", "--format=%H", "--", "tests/frozen/frozen.txt").decode().strip()
    return revision

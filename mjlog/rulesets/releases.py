"""Every released version of the rule sets that ship with the program, so that an old game is judged as it was played.

The newest version of a rule set is `ID.toml`; those before it are `released/ID@VERSION.toml`, most of them as what
differs from the version after. What they come to is what they were.
`released/releases.toml` lists what was released, and is only ever added to.
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Mapping
from typing import Any

import msgspec

from mjlog.errors import RuleSetError
from mjlog.rulesets.document import RuleInfo, RuleSet, ruleset_from
from mjlog.rulesets.variants import likeness, overlaid, whole
from mjlog.text import did_you_mean, quoted, read_toml

_FOLDER = importlib.resources.files("mjlog.rulesets")
_RELEASED = _FOLDER / "released"
_LIST = "releases.toml"
_VERSION = "@"


class Release(msgspec.Struct, frozen=True):
    """A version of a shipped rule set as the list has it.

    `texts`: digests of the texts that were released as this version while rule sets went by those. `lenders`: versions
    of the rule sets whose tables it can use, by their ids.
    """

    id: str
    version: str
    digest: str
    texts: tuple[str, ...]
    lenders: Mapping[str, str]


@functools.cache
def releases() -> tuple[Release, ...]:
    """All that was ever released."""
    listed = read_toml((_RELEASED / _LIST).read_text("utf-8"))["release"]
    return tuple(
        Release(entry["id"], entry["version"], entry["digest"], tuple(entry.get("texts", ())), entry.get("lenders", {}))
        for entry in listed
    )


@functools.cache
def shipped() -> tuple[str, ...]:
    """The ids of the rule sets that ship with the program."""
    return tuple(sorted(entry.name[:-5] for entry in _FOLDER.iterdir() if entry.name.endswith(".toml")))


@functools.cache
def versions(ruleset_id: str) -> tuple[str, ...]:
    """The versions of a shipped rule set, the newest last; none of one that does not ship.

    >>> versions("dead-wall")[:2]
    ('1', '2')
    """
    if ruleset_id not in shipped():
        return ()
    named = (entry.name.removesuffix(".toml").partition(_VERSION) for entry in _RELEASED.iterdir())
    older = (version for name, _, version in named if name == ruleset_id)
    return (*sorted(older, key=int), load(ruleset_id).version)


def load(ruleset_id: str, version: str | None = None) -> RuleSet:
    """A shipped rule set by its id: the version asked for, without one the newest.

    Raises:
        RuleSetError: no such rule set ships, or not in this version.
    """
    if ruleset_id not in shipped():
        raise RuleSetError(f"no rule set {_unknown(ruleset_id, shipped())}")
    newest = _document(f"{ruleset_id}.toml")
    if version is None or version == newest.version:
        return newest
    if version not in versions(ruleset_id):
        raise RuleSetError(f"the rule set {ruleset_id} has no version {_unknown(version, versions(ruleset_id))}")
    return _document(f"released/{ruleset_id}{_VERSION}{version}.toml")


def load_named(name: str) -> RuleSet:
    """A shipped rule set by what people call it: `ID` for the newest version, or `ID@VERSION`.

    >>> load_named("dead-wall@1").version
    '1'

    Raises:
        RuleSetError: as of `load`.
    """
    ruleset_id, marked, version = name.partition(_VERSION)
    return load(ruleset_id, version if marked else None)


def names_shipped(name: str) -> bool:
    """Whether a name is `ID` or `ID@VERSION` of a shipped rule set, in whatever version."""
    return name.partition(_VERSION)[0] in shipped()


def played_by(ruleset_id: str, version: str | None, digest: str | None) -> RuleSet:
    """The shipped rule set that a game was played by, as it names it: the digest decides, then the version.

    It is the newest version where the game names neither, or none that is known.

    Raises:
        RuleSetError: no such rule set ships.
    """
    named = version_of(ruleset_id, digest) or version
    return load(ruleset_id, named if named in versions(ruleset_id) else None)


def version_of(ruleset_id: str, digest: str | None) -> str | None:
    """Which version of a shipped rule set goes by a digest, of its document or of a text released in former times.

    Raises:
        RuleSetError: no such rule set ships.
    """
    newest = load(ruleset_id)
    if digest is None:
        return None
    if newest.goes_by(digest):
        return newest.version
    own = (release for release in releases() if release.id == ruleset_id)
    return next((release.version for release in own if digest in (release.digest, *release.texts)), None)


def release_of(ruleset: RuleSet) -> Release | None:
    """The release that a document is, word for word but for comments; None for any other."""
    return next((release for release in releases() if release.digest == ruleset.digest), None)


def find_rule(rule_id: str) -> RuleInfo | None:
    """A rule by its full id, like `western/chow-1`, of the newest version of a shipped rule set that has it."""
    ruleset_id = rule_id.partition("/")[0]
    newest_first = (load(ruleset_id, version) for version in reversed(versions(ruleset_id)))
    return next(filter(None, (ruleset.rule(rule_id) for ruleset in newest_first)), None)


@functools.cache
def _document(path: str) -> RuleSet:
    fields, like = _said(path)
    if like is None:
        return ruleset_from(fields, document=_text(path))
    return ruleset_from(fields, made=functools.partial(_whole_text, path))


@functools.cache
def _said(path: str) -> tuple[dict[str, Any], str | None]:
    """What a shipped document says, whole; and the other one, where it is written as the differences from one."""
    fields = read_toml(_text(path))
    like = likeness(fields)
    if like is None:
        return fields, None
    older = f"released/{like}.toml"
    other, _ = _said(older if _FOLDER.joinpath(older).is_file() else f"{like.partition(_VERSION)[0]}.toml")
    return overlaid(fields, other), like


def _whole_text(path: str) -> str:
    return whole(_text(path), load_named)[0]


def read(text: str) -> RuleSet:
    """A rule set from the text of its document, which may be one of differences from a shipped rule set.

    Raises:
        RuleSetError: the text is no rule set document; the message says where.
    """
    document, fields = whole(text, load_named)
    return ruleset_from(fields, document=document)


def parent_of(ruleset_id: str) -> str | None:
    """The rule set that a shipped one is written down as the differences from; None where its document is whole.

    >>> parent_of("riichi-ema"), parent_of("western")
    ('riichi', None)

    Raises:
        RuleSetError: no such rule set ships.
    """
    load(ruleset_id)
    _, like = _said(f"{ruleset_id}.toml")
    return None if like is None else like.partition(_VERSION)[0]


def _text(path: str) -> str:
    return _FOLDER.joinpath(*path.split("/")).read_text("utf-8")


def _unknown(name: str, known: tuple[str, ...]) -> str:
    meant = did_you_mean(name, known)
    hint = f"; did you mean {quoted(meant)}?" if meant else ""
    verb = "ship" if len(known) > 1 else "ships"
    return f"{quoted(name)}: {', '.join(known)} {verb} with the program{hint}"

"""The one registry of finding codes: every entry is complete, and agrees with what the rules may answer."""

from __future__ import annotations

from each import each
from mjlog.findings import Severity, registry
from mjlog.rules import CHECKS


@each("code", sorted(registry()))
def test_registry_entry_is_complete(code: str) -> None:
    """A code has a title, its meaning and the state afterwards as sentences, and silences only codes that exist."""
    info = registry()[code]
    assert info.title
    assert not info.title.endswith(".")
    assert info.meaning.endswith(".")
    assert info.meaning[0].isupper()
    assert info.afterwards.endswith(".")
    assert info.group
    assert set(info.silences) <= set(registry())


def test_codes_are_those_of_the_format() -> None:
    """Groups stand together, in the order of the format page."""
    groups = [info.group for info in registry().values()]
    assert list(dict.fromkeys(groups)) == [group for i, group in enumerate(groups) if i == 0 or groups[i - 1] != group]


@each("check", sorted(CHECKS))
def test_checks_answer_codes_of_the_registry(check: str) -> None:
    """A rule names the codes that it may answer, and each has an entry."""
    assert CHECKS[check].codes
    unknown = set(CHECKS[check].codes) - set(registry())
    assert not unknown, f"mjlog/codes.toml has no entry {', '.join(sorted(unknown))}, which {check} may answer"


def test_few_codes_are_no_errors() -> None:
    """The format page names those that are less grave; dead hands are proved, or they are errors by another code."""
    grave = {code: info.severity for code, info in registry().items() if info.severity is not Severity.ERROR}
    assert grave == {
        "unknown-card": Severity.WARNING,
        "claim-dropped": Severity.WARNING,
        "fishing-not-said": Severity.WARNING,
        "discard-misnamed": Severity.INFO,
        "dead-count": Severity.INFO,
        "dead-exposure": Severity.INFO,
        "dead-false-mahjong": Severity.INFO,
    }

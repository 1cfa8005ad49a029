"""The page of a code in text, for a terminal, and in Markdown, for the documentation: the same parts in one order."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby

from mjlog.reports.code_page import CodePage, Example, RuleSaid, ToldEvent
from mjlog.reports.finding_words import finding_words, rule_words

_WIDTH = 79
_RULES = "Rules that it enforces"
_EXAMPLE = "An example"


def _said(page: CodePage) -> list[tuple[str, str]]:
    """What is said of a code, each part with its label."""
    parts = [
        ("At the table", page.info.at_the_table),
        ("In the record", page.info.remedy),
        ("How the replay goes on", page.info.afterwards),
    ]
    return [(label, text) for label, text in parts if text]


def _title(page: CodePage) -> str:
    return f"{page.info.code} ({page.info.severity.value}): {page.info.title}"


def _seqs(told: ToldEvent) -> str:
    return str(told.seq) if told.until == told.seq else f"{told.seq}–{told.until}"


# -- text -------------------------------------------------------------------------------------------------------


def page_lines(page: CodePage) -> Iterator[str]:
    """The page for a terminal."""
    yield _title(page)
    yield from _paragraph(page.info.meaning.replace("*", ""))
    for label, text in _said(page):
        yield from _paragraph(f"{label}: {text}")
    if page.silences:
        yield from _paragraph(f"Belongs to the same fault: {', '.join(page.silences)}")
    if page.rules:
        yield from ("", _RULES)
        for rule in page.rules:
            yield from _paragraph(f"{rule.id}: {rule_words(rule.text, rule.reading)}")
    if page.example is not None:
        yield from ("", f"{_EXAMPLE} ({page.example.file})")
        yield from _example_lines(page.example)


def _example_lines(example: Example) -> Iterator[str]:
    yield from _paragraph(example.about)
    width = max((len(_seqs(told)) for told in example.lines), default=0)
    for told in example.lines:
        label = f"    {_seqs(told):>{width}}  "
        yield from textwrap.wrap(told.words, _WIDTH, initial_indent=label, subsequent_indent=" " * len(label),
                                 break_on_hyphens=False)  # fmt: skip
    for finding in example.findings:
        yield from _paragraph(finding_words(finding))
    if example.right:
        yield from _paragraph(f"Right would be: {example.right}")


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


# -- Markdown ---------------------------------------------------------------------------------------------------


def page_markdown(page: CodePage, note: str = "") -> str:
    """The page in Markdown, as `docs/findings/CODE.md`. `note`: a remark on where it comes from."""
    lines = [note, f"# {page.info.code}", ""] if note else [f"# {page.info.code}", ""]
    lines += [f"*{page.info.severity.value}*: {page.info.title}. {page.info.meaning}", ""]
    for label, text in _said(page):
        lines += [f"**{label}.** {_capital(_plain(text)).removesuffix('.')}.", ""]
    if page.silences:
        codes = ", ".join(f"[{code}]({code}.md)" for code in page.silences)
        lines += [f"**Belongs to the same fault.** {codes}", ""]
    if page.rules:
        lines += [f"## {_RULES}", "", *_rules_markdown(page.rules), ""]
    if page.example is not None:
        lines += [f"## {_EXAMPLE}", "", *_example_markdown(page.example)]
    lines += ["", f"All codes: [findings.md](../findings.md). On a terminal: `mjlog explain {page.info.code}`."]
    return "\n".join(lines).rstrip() + "\n"


def _rules_markdown(rules: tuple[RuleSaid, ...]) -> Iterator[str]:
    for ruleset, group in groupby(rules, key=lambda rule: rule.ruleset):
        for rule in group:
            said = _plain(rule_words(rule.text, rule.reading))
            yield f"- [{rule.id}](../rules/{ruleset}.md#{rule.id.replace('/', '')}): {said}"


def _example_markdown(example: Example) -> Iterator[str]:
    name = example.file.rpartition("/")[2]
    yield from (f"{_plain(example.about)} ([{name}](../../{example.file}))", "")
    if example.lines:
        yield from ("| event | what happens |", "|---|---|")
        yield from (f"| {_seqs(told)} | {_cell(told.words)} |" for told in example.lines)
        yield ""
    yield from ("What the audit says:", "")
    yield from (f"- {_plain(finding_words(finding))}" for finding in example.findings)
    if example.right:
        yield from ("", f"Right would be: {_plain(example.right)}.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(text: str) -> str:
    """Text in which nothing is markup but code in backquotes."""
    parts = text.split("`")
    return "`".join(_escaped(part) if number % 2 == 0 else part for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("*", "\\*").replace("<", "&lt;").replace("[", "\\[")


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")

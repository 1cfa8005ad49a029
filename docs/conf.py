"""The pages as a site: `sphinx-build -W -c docs . build/site` from the top of the repository.

The pages are plain Markdown, for GitHub too. The menu follows from the links of docs/index.md, part by part. Files that
are no pages (modules, logs, configurations) can be downloaded from the site.
"""

from __future__ import annotations

import re
from pathlib import Path

from docutils.nodes import document
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

TOP = Path(__file__).resolve().parent.parent

project = "mjlog"
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
exclude_patterns = [".*", "build", "tests", "mjlog", "cli", "schemas", "sample_logs", "benchmarks", "deploy"]
html_theme = "furo"
html_title = "mjlog"
html_copy_source = html_show_copyright = html_show_sphinx = False
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]  # a console block shows what is printed, which is no language

_PART = re.compile(r"^## (.+)\n((?:(?!^## ).*\n?)*)", re.MULTILINE)
_PAGE = re.compile(r"\]\(([^)#]+)\.md\)")


def _add_menu(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give the first page a menu: each part with the pages that it links to."""
    if docname == root_doc:
        for title, text in _PART.findall(source[0]):
            pages = "\n".join(_PAGE.findall(text))
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{pages}\n```\n"


def _leave_folders(app: Sphinx, doctree: document) -> None:
    """A link to a folder of the repository stays as its words: a site has no folders to show."""
    for link in list(doctree.findall(pending_xref)):
        if ((TOP / link["refdoc"]).parent / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def _lead_in(app: Sphinx, failure: Exception | None) -> None:
    """The address of the site leads to its first page."""
    if failure is None:
        first = f'<!doctype html><meta http-equiv="refresh" content="0; url={root_doc}.html"><title>mjlog</title>'
        (app.outdir / "index.html").write_text(first, "utf-8")


def setup(app: Sphinx) -> None:
    app.connect("source-read", _add_menu)
    app.connect("doctree-read", _leave_folders)
    app.connect("build-finished", _lead_in)

"""Pages that are one file say what they may load: the styles that are in them, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runs import ROOT, Run

from mjlog.viewer.serving.digest import policy_hash

LOG = ROOT / "sample_logs/disputes/late-call.mjlog.jsonl"


@pytest.mark.parametrize(
    ("words", "styles"),
    [(["sheet", LOG], 1), (["dossier", LOG, "4"], 2)],
    ids=["sheet", "dossier"],
)
def test_a_page_that_is_one_file_loads_nothing(run: Run, tmp_path: Path, words: list[str | Path], styles: int) -> None:
    path = tmp_path / "page.html"
    assert run(*words, "--out", path).exit_code in (0, 1)
    page = path.read_text("utf-8")
    inside = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert len(inside) == styles
    allowed = " ".join(f"'{policy_hash(style)}'" for style in inside)
    policy = f"default-src 'none'; style-src {allowed}; base-uri 'none'; form-action 'none'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    assert "<script" not in page

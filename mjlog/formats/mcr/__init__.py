"""Games by competition rules as other programs write them: open data, a judge program's JSON, duplicate play.

Each format has a module that reads it; `pku_export` writes one. Source: docs/lookup/mcr-records.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mjlog.formats.foreign import ForeignFormat, Written, read_by

_PKU_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?+\s*+Match[ \t]++\S++\s++Wind[ \t]++[0-3]\s")

_TAG = re.compile(rb'(?:\xef\xbb\xbf)?+\s*+\[\w++\s++"')
_JUDGE = re.compile(
    rb'(?:\xef\xbb\xbf)?+\s*+[\[{][^\0]*?(?:"action"\s*+:\s*+"(?:INIT|DEAL)"|"walltiles"\s*+:\s*+"|"canHu"\s*+:\s*+\[)'
)
_HANDS = re.compile(rb'\[\s*+Deal\s++"c[0-9]*+d[0-9]*+b[0-9]*+w')


def _write_pku(bodies: Iterable[bytes], name: str, hand: int | None) -> Written:
    from mjlog.formats.mcr.pku_export import write_pku

    return write_pku(bodies, name, hand)


PKU = ForeignFormat(
    "pku", "open data of a judge program's games by competition rules: text, a match or many", (".txt", ".pku"),
    lambda beginning: _PKU_BEGINS.match(beginning) is not None,
    read_by("mjlog.formats.mcr.pku:read_pku"), write=_write_pku,
)  # fmt: skip
PMN = ForeignFormat(
    "pmn", "text of duplicate play by competition rules (Portable Majiang Notation)", (".pmn", ".txt"),
    lambda beginning: _TAG.match(beginning) is not None and _HANDS.search(beginning) is not None,
    read_by("mjlog.formats.mcr.pmn:read_pmn"),
    loses=("who played where",),
)  # fmt: skip
BOTZONE = ForeignFormat(
    "botzone", "JSON of a judge program's games by competition rules: its outputs and the replies", (".json", ".txt"),
    lambda beginning: _JUDGE.match(beginning) is not None, read_by("mjlog.formats.mcr.botzone:read_botzone"),
    loses=("clocks", "what the judge offers", "programs' notes"),
)  # fmt: skip

"""The keys of the viewer are the same on the page, in the guide and in the script."""

from __future__ import annotations

import re
from pathlib import Path

from flask.testing import FlaskClient

from mjlog.viewer.pages.events import KEYS

ROOT = Path(__file__).resolve().parents[2]
IN_THE_SCRIPT = {
    "←": "ArrowLeft", "→": "ArrowRight", "Page up": "PageUp", "Page down": "PageDown", "−": '"-"', "+": '"+"',
    ",": '","', ".": '"."',
}  # fmt: skip
BY_A_CLICK = {"Space": " "}


def test_the_guide_lists_every_key() -> None:
    table = (ROOT / "docs" / "do" / "viewer.md").read_text("utf-8").split("## Keys")[1].split("\n\nOn a touch")[0]
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", table, re.MULTILINE)
    assert [(tuple(re.findall(r"`([^`]+)`", keys)), what) for keys, what in rows] == list(KEYS)


def test_the_page_lists_every_key_and_the_script_or_a_link_knows_it(client: FlaskClient) -> None:
    script = (ROOT / "mjlog" / "viewer" / "static" / "play.js").read_text("utf-8")
    moment = (ROOT / "mjlog" / "viewer" / "templates" / "_moment.html").read_text("utf-8")  # not all are on each page
    page = client.get("/games/won/events/5").text + moment
    for keys, what in KEYS:
        assert what in page.split('id="keys"')[1]
        for key in keys:
            assert f"<kbd>{key}</kbd>" in page.split('id="keys"')[1]
            name = key.removeprefix("Shift ")
            known = IN_THE_SCRIPT.get(name, f"{name.lower()}:" if len(name) == 1 else name)
            if key == "Esc":
                known = ""  # a browser closes what was opened (`popover`) by itself
            assert known in script or f'data-key="{BY_A_CLICK.get(name, name.lower())}"' in page, key

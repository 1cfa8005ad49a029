"""Draws the picture of the README, `docs/replay.jpg`: `python docs/picture.py`, with Chromium and the extra `test`.

The picture is what the program shows: a sample game, written by `mjlog export --html` and opened in a browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

DOCS = Path(__file__).resolve().parent
GAME = DOCS.parent / "sample_logs" / "games" / "western.mjlog.jsonl.xz"
EVENT = 300
SIZE = {"width": 1120, "height": 720}
MOMENT = 1500  # milliseconds, for the hand to be unpacked and drawn
QUALITY = 60  # of the JPEG: letters stay sharp, and the file is below 120 kB


def draw(picture: Path) -> None:
    """Write the picture of one moment of the sample game.

    Raises:
        SystemExit: there is no Chromium.
    """
    browser_path = os.environ.get("MJLOG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if browser_path is None:
        sys.exit("no Chromium: install it, or name it in MJLOG_CHROMIUM")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        replay = Path(folder) / "replay.html"
        subprocess.run([sys.executable, "-m", "mjlog_cli", "export", GAME, "--html", replay], check=True)
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{replay.as_uri()}#/events/{EVENT - 1}")
        page.wait_for_timeout(MOMENT)
        page.keyboard.press("ArrowRight")  # one step: the list of events goes along
        page.wait_for_timeout(MOMENT)
        page.screenshot(path=picture, type="jpeg", quality=QUALITY)
        browser.close()


if __name__ == "__main__":
    draw(DOCS / "replay.jpg")

"""The viewer: pages and reels as the server makes them, and the first step in a browser on a slow machine."""

from __future__ import annotations

import gzip
import itertools
import json
import logging
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

import mjlog.viewer
from benchmarks.games import SAMPLES
from benchmarks.measure import Row, seconds
from mjlog.rulesets import load
from mjlog.simulate.game import Game
from mjlog.sources import games_in
from mjlog.store import open_store
from mjlog.viewer import create_app

_TOP = Path(__file__).resolve().parent.parent
GAMES = ("western", "american")
_STEPS = 12
_SLOWER = 4
_STEP = """async () => {
  const words = document.getElementById('words');
  const was = words.textContent;
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  while (words.textContent === was) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def measure() -> Iterator[Row]:
    """Pages and reels of two sample games, the scripts, and the browser where there is one."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(_database(Path(folder) / "viewer.db"), patience=60)
        client = app.test_client()
        for game in GAMES:
            yield _times(f"page of an event, {game}", client, game, "/games/{}/events/{}?view=open", 100)
            yield _times(f"reel of the film, {game}", client, game, "/games/{}/film?seq={}&view=open", None)
        yield _scripts()
        yield from _in_a_browser(app)
        yield _sent(Path(folder))
    for ruleset, hands in itertools.product(("western", "riichi", "american"), (4, 60)):
        yield from _in_one_file(ruleset, hands)


_TOKEN = "a-token-of-the-benchmarks"
_EARLY, _LATE = 100, 10_000


def _sent(folder: Path) -> Row:
    """How long an event takes that is sent to a game of so many events, against one that is sent to a short game."""
    early, late = (_sent_after(folder / f"{at}.db", at) for at in (_EARLY, _LATE))
    figures = f"at event {_EARLY} {early:.1f} ms, at {_LATE:,} {late:.1f} ms"
    return Row("an event sent late in a game, against an early one", 1.5, late / early, figures, at_most=True)


def _sent_after(path: Path, at: int) -> float:
    """The median time of a POST, in milliseconds."""
    bodies: list[bytes] = []
    Game(load("western"), 7, 1, hands=100, depth="full").play(bodies.append)
    with open_store(path) as store:
        store.append(json.loads(bodies[0])["game"], bodies[:at])
        (game,) = [one.game for one in store.games()]
    client = create_app(path, patience=60, token=_TOKEN).test_client()
    spent = []
    for last, body in enumerate(bodies[at : at + 60], at):
        sent = {"expected_last": last, "events": [json.loads(body)]}
        post = partial(
            client.post, f"/api/v1/games/{game}/events", json=sent, headers={"Authorization": f"Bearer {_TOKEN}"}
        )
        spent.append(1000 * seconds(post))
    return statistics.median(spent)


def _in_one_file(ruleset: str, hands: int) -> Iterator[Row]:
    """`export --html` of a simulated game, as a process: its processor time, its memory, the size of the film."""
    roots = os.pathsep.join(str(_TOP / folder) for folder in (".", "cli", "schemas"))
    mjlog = [sys.executable, "-m", "mjlog_cli"]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PYTHONPATH": roots}
        words = ["simulate", "--ruleset", ruleset, "--hands", str(hands), "--seed", "7", "--out", folder]
        subprocess.run([*mjlog, *words], env=environment, check=True, capture_output=True)
        (log,) = Path(folder).glob("*.jsonl")
        page = Path(folder) / "page.html"
        export = subprocess.Popen([*mjlog, "export", str(log), "--html", str(page)], env=environment)
        _pid, _status, used = os.wait4(export.pid, 0)
        played = log.read_bytes().count(b'"type":"hand-start"')
        packed = [int(size) / 1000 for size in re.findall(rb'data-film="reel" data-bytes="(\d+)"', page.read_bytes())]
    name = f"`export --html`, {played} hands of {ruleset}"
    spent = (used.ru_utime + used.ru_stime) / played
    figures = f"{used.ru_maxrss / 1000:.0f} MB (at most 300)"
    yield Row(f"{name}: processor, a hand", 1, spent, figures, "s", at_most=True)
    yield Row(f"{name}: film, a hand", 40, sum(packed) / played, f"largest {max(packed):.0f} kB", "KB", at_most=True)


def _database(path: Path) -> Path:
    from mjlog.events import encode_event

    with open_store(path) as store:
        for game in GAMES:
            for record in games_in(str(SAMPLES / f"{game}.mjlog.jsonl.xz")):
                store.import_game(game, [encode_event(row) for row, _where in record.rows])  # type: ignore[arg-type]
    return path


def _times(name: str, client: FlaskClient, game: str, address: str, target: float | None) -> Row:
    """The median time of addresses all over a hand; each is asked for once."""
    client.get(f"/games/{game}")
    spent = [1000 * seconds(_asking(client, address.format(game, seq))) for seq in range(20, 200, 12)]
    size = len(client.get(address.format(game, 120)).data)
    return Row(name, target, statistics.median(spent), f"worst {max(spent):.0f} ms; {size:,} bytes", "ms", at_most=True)


def _asking(client: FlaskClient, address: str) -> Callable[[], object]:
    return lambda: client.get(address)


def _scripts() -> Row:
    folder = Path(mjlog.viewer.__file__).resolve().parent
    scripts = re.findall(r"\w+\.js", (folder / "templates" / "event.html").read_text("utf-8"))
    size = len(gzip.compress(b"".join((folder / "static" / name).read_bytes() for name in scripts))) / 1000
    return Row("scripts of the page of an event, compressed", 20, size, f"{len(scripts)} files", "KB", at_most=True)


@contextmanager
def _answering(app: Flask) -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        app.extensions["mjlog_streams"].closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


def _in_a_browser(app: Flask) -> Iterator[Row]:
    """From the key to the second picture after it, on a processor slowed down; nothing without Chromium."""
    path = os.environ.get("MJLOG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        return
    from playwright.sync_api import sync_playwright

    with _answering(app) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for game in GAMES:
            first, steps = [], []
            for seq in (30, 60, 90):
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
                page.goto(f"{address}/games/{game}/events/{seq}?view=open")
                _wait_for_film(page)
                spent = [float(page.evaluate(_STEP)) for _ in range(_STEPS)]
                first.append(spent[0])
                steps += spent
                page.close()
            yield _step_row(game, first, steps)
        browser.close()


def _wait_for_film(page: object) -> None:
    while not page.evaluate("Boolean(window.mjlog && window.mjlog.frame())"):  # type: ignore[attr-defined]
        time.sleep(0.02)


def _step_row(game: str, first: Sequence[float], steps: Sequence[float]) -> Row:
    figures = f"first of a page {statistics.median(first):.0f} ms; worst {max(steps):.0f} ms; {len(steps)} steps"
    name = f"a step in Chromium, processor slowed {_SLOWER} times, {game}"
    return Row(name, 100, statistics.median(steps), figures, "ms", at_most=True)

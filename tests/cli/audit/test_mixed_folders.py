"""A folder with all sorts of files in it: each is judged, or named with a reason; none hides another."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from pathlib import Path

from command_runs import Run

from mjlog.events import encode_event
from riichi_records import HEAD, RIICHI, THREE, XML, events, received, write_foreign
from soul_records import soul_json


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _written(form: str, text: str = XML) -> bytes:
    return write_foreign([encode_event(event) for event in events(text)], "game", form).content


NOISE = random.Random(1).randbytes(4000)
STRANGE = {
    "empty.xml": b"", "empty.json": b"", "noise.xml": NOISE, "noise.json": NOISE, "zeros.log": b"\0" * 500,
    "page.xml": b"<html><body>404</body></html>", "error.json": b'{"error": "not found"}', "letter.txt": b"dear all",
    "soul-data.json": b'{"head": {}, "data": "CgwubHEu"}',
}  # fmt: skip


def files() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Those that can be read, and those that are broken."""
    sound = {
        "a.xml": XML.encode(), "three.xml": THREE.encode(), "seen.txt": received().encode(), "packed.xml.gz":
        gzip.compress(XML.encode()), "t6.json": _written("tenhou6"), "mjai.jsonl": _written("mjai"),
        "majiang.json": _written("majiang"), "soul.json": soul_json(events(XML)),
        "three.json": _written("tenhou6", THREE),
        "in/deep/one.mjlog": XML.encode(),
        "all.zip": _zipped(
            {"x.xml": XML.encode(), "y.json": _written("tenhou6"), "empty.json": b"", "noise.xml": NOISE}
        ),
    }  # fmt: skip
    broken = {
        "cut.xml": XML.encode()[:900], "cut.json": _written("tenhou6")[:900],
        "log.json": b'{"log": [[[0, 0, 0]]], "log": 5}', "words.jsonl": _written("mjai").replace(b"dahai", b"???"),
        "deep.json": b'{"log":[[' + b"[" * 50_000, "cut.xml.gz": gzip.compress(NOISE + XML.encode())[:3000],
        "fake.zip": b"no archive", "cut.zip": sound["all.zip"][:700],
    }  # fmt: skip
    return sound, broken


def test_each_file_of_a_folder_is_judged_or_named_with_a_reason(run: Run, tmp_path: Path) -> None:
    sound, broken = files()
    for name, content in {**sound, **broken, **STRANGE, "nested.zip": _zipped({"in.zip": sound["all.zip"]})}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    result = run("audit", tmp_path)
    told = result.stdout + result.stderr
    assert "Traceback" not in told
    assert result.exit_code == 2, "something could not be read"
    for name in sound.keys() - {"all.zip"}:
        assert f"{tmp_path / name}" in result.stdout, name
    assert f"{tmp_path}/all.zip/x.xml" in result.stdout
    for name in broken:
        assert name in told, name
    assert "cut.xml.gz: cannot be read" in result.stderr
    assert "nested.zip: 1 file of no kind that is known was passed over: in.zip" in result.stderr
    assert "passed over: empty.json, noise.xml" in result.stderr.replace("2 files of no kind that is known were ", "")
    passed = next(line for line in result.stderr.splitlines() if line.startswith(f"{tmp_path}: {len(STRANGE)} files"))
    assert "of no kind that is known were passed over" in passed


def test_one_fault_of_a_broken_file_is_told_and_the_sound_ones_are_as_if_alone(run: Run, tmp_path: Path) -> None:
    sound, mixed = tmp_path / "sound", tmp_path / "mixed"
    for folder, files in ((sound, {"a.xml": HEAD + RIICHI}), (mixed, {"a.xml": HEAD + RIICHI, "b.xml": HEAD[:60]})):
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
    alone, beside = run("audit", sound / "a.xml").stdout, run("audit", mixed).stdout
    assert alone.splitlines()[0].replace(str(sound), str(mixed)) in beside

"""The container file starts what there is, and its health check asks what answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from command_runs import ROOT, process_env

LINES = (ROOT / "Containerfile").read_text("utf-8").splitlines()


def words(instruction: str) -> list[str]:
    """The words of an instruction that is written as JSON."""
    line = next(line for line in LINES if line.startswith(f"{instruction} "))
    found: list[str] = json.loads(line[line.index("[") :])
    return found


def test_its_image_has_python_as_the_package_asks_and_no_rights() -> None:
    assert [line for line in LINES if line.startswith("FROM ")] == [
        "FROM python:3.11-slim AS built",
        "FROM python:3.11-slim",
    ]
    assert LINES.index("USER mjlog") < LINES.index("VOLUME /data") < len(LINES)


def test_it_begins_a_database_serves_it_is_asked_for_its_health_and_ends(tmp_path: Path) -> None:
    assert words("ENTRYPOINT") == ["mjlog"]
    command = [sys.executable, "-m", "mjlog_cli", *words("CMD"), "--port", "0"]
    env = process_env(MJLOG_DB=str(tmp_path / "club.db"))
    with (tmp_path / "err").open("wb") as err:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=err, env=env)
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        port = said.partition(" (")[0].rstrip("/").rpartition(":")[2]
        _python, flag, check = words("HEALTHCHECK")
        assert flag == "-c"
        exec(check.replace(":8008/", f":{port}/"), {})
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0
    lines = [json.loads(line) for line in (tmp_path / "err").read_text("utf-8").splitlines()]
    assert [(line["path"], line["status"]) for line in lines if line["logger"] == "mjlog.requests"] == [
        ("/api/v1/health", 200)
    ]
    with pytest.raises((HTTPError, URLError)):
        exec(check.replace(":8008/", f":{port}/"), {})
    assert os.path.exists(tmp_path / "club.db")

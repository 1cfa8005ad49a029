"""The container file starts what there is, and its health check asks what answers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from command_runs import ROOT, process_env
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LINES = (ROOT / "Containerfile").read_text("utf-8").splitlines()


def words(instruction: str) -> list[str]:
    """The words of an instruction that is written as JSON."""
    line = next(line for line in LINES if line.startswith(f"{instruction} "))
    found: list[str] = json.loads(line[line.index("[") :])
    return found


def test_what_it_installs_is_pinned_and_its_program_has_no_rights() -> None:
    assert [line for line in LINES if line.startswith("FROM ")] == ["FROM ${PYTHON} AS built", "FROM ${PYTHON}"]
    installs = [line for line in LINES if "pip install" in line]
    assert all("--require-hashes" in line or "--no-deps --no-index" in line for line in installs)
    assert LINES.index("USER mjlog") < LINES.index("VOLUME /data") < len(LINES)


@pytest.mark.parametrize(("file", "section"), [("requirements.txt", "project"), ("build.txt", "build-system")])
def test_pins_are_of_versions_that_are_allowed_and_have_hashes(file: str, section: str) -> None:
    text = (ROOT / "deploy" / file).read_text("utf-8")
    pins = {canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.M)}
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[section]
    for one in map(Requirement, described.get("dependencies") or described["requires"]):
        if one.marker is None or one.marker.evaluate({"sys_platform": "linux", "python_version": "3.13"}):
            assert pins[canonicalize_name(one.name)] in one.specifier
    assert all(line.endswith("\\") for line in text.splitlines() if "==" in line)


def test_it_begins_a_database_serves_it_is_asked_for_its_health_and_ends(tmp_path: Path) -> None:
    assert words("ENTRYPOINT") == ["mjlog"]
    command = [sys.executable, "-m", "mjlog_cli", *words("CMD"), "--port", "0"]
    env = process_env(MJLOG_DB=str(tmp_path / "club.db"), MJLOG_SHARED="10.88.0.1")
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
    begun, *logged = (tmp_path / "err").read_text("utf-8").splitlines()
    assert begun == f"mjlog: note: there was no database: one is begun at {tmp_path / 'club.db'}"
    lines = [json.loads(line) for line in logged]
    assert [(line["path"], line["status"]) for line in lines if line["logger"] == "mjlog.requests"] == [
        ("/api/v1/health", 200)
    ]
    with pytest.raises((HTTPError, URLError)):
        exec(check.replace(":8008/", f":{port}/"), {})
    assert os.path.exists(tmp_path / "club.db")

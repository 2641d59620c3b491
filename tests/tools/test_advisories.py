"""The check for known vulnerabilities fails if there is one, and reports a service that it cannot reach."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "advisories.py"
VULNERABLE = {
    "id": "PYSEC-2026-1",
    "summary": "Bad.",
    "affected": [
        {
            "package": {"name": "pillow", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "13.0.1"}]}],
        }
    ],
}


class Service(BaseHTTPRequestHandler):
    """A vulnerability service that knows one vulnerability."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        is_vulnerable = (asked["package"]["name"], asked["version"]) == ("pillow", "13.0.0")
        self.send_response(500 if asked["package"]["name"] == "broken" else 200)
        self.end_headers()
        self.wfile.write(json.dumps({"vulns": [VULNERABLE]} if is_vulnerable else {}).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def check(folder: Path, pins: str, address: str) -> tuple[int, str]:
    file = folder / "pins.txt"
    file.write_text(pins)
    run = subprocess.run([sys.executable, SCRIPT, file, address], capture_output=True, text=True, check=False)  # noqa: S603
    return run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("pins", "code", "said"),
    [
        (
            "pillow==13.0.0\nyarl==1.25.1\n",
            1,
            "pillow 13.0.0: PYSEC-2026-1, fixed in 13.0.1\nVulnerabilities: 1 known in 2",
        ),
        ("pillow==13.0.1\n", 0, "Vulnerabilities: 0 known"),
        ("broken==1.0\n", 0, "NOT LOOKED UP"),
        ("pillow>=13\n", 1, ""),
    ],
    ids=["vulnerable", "fixed", "a service that fails", "unreadable pins"],
)
def test_only_a_known_vulnerability_and_unreadable_pins_fail(
    tmp_path: Path, address: str, pins: str, code: int, said: str
) -> None:
    ended, told = check(tmp_path, pins, address)
    assert ended == code
    assert said in told


def test_an_unreachable_service_is_reported_and_passes(tmp_path: Path) -> None:
    code, told = check(tmp_path, "pillow==13.0.0\n", "http://127.0.0.1:9/")
    assert code == 0
    assert "NOT LOOKED UP" in told

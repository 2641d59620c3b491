"""Check the pinned dependencies for known vulnerabilities.

    python tools/advisories.py [FILE [ADDRESS]]

FILE holds the pins, `constraints.txt` by default. ADDRESS is that of an OSV service (https://osv.dev). The exit code is
1 if a dependency is vulnerable. It is 0 if the service cannot be reached, so checks pass without a network.
"""

from __future__ import annotations

import json
import subprocess
import sys

OSV = "https://api.osv.dev/v1/query"


def main(file: str = "constraints.txt", address: str = OSV) -> int:
    """Return the exit code."""
    options = ["--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json", "--timeout=5"]
    command = [sys.executable, "-m", "pip_audit", *options, "--requirement", file, "--vulnerability-service=osv"]
    audit = subprocess.run([*command, "--osv-url", address], capture_output=True, text=True, check=False)  # noqa: S603
    if not audit.stdout:
        reason = (audit.stderr.strip() or "no reason given").splitlines()[-1]
        sys.stdout.write(f"Vulnerabilities: NOT LOOKED UP, as {address} gave no answer: {reason[:300]}\n")
        return 0 if "ConnectionError" in audit.stderr or "ServiceError" in audit.stderr else 1
    dependencies = json.loads(audit.stdout)["dependencies"]
    found = [(each, known) for each in dependencies for known in each.get("vulns", ())]
    for each, known in found:
        fixed = ", ".join(known["fix_versions"]) or "no version yet"
        sys.stdout.write(f"{each['name']} {each['version']}: {known['id']}, fixed in {fixed}\n")
    sys.stdout.write(f"Vulnerabilities: {len(found)} known in {len(dependencies)} dependencies\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

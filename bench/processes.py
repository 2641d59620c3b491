"""CPU and memory of a running process, read from Linux's /proc."""

from __future__ import annotations

import os
from pathlib import Path

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of all threads of a process, user and system, without its children (proc_pid_stat(5))."""
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND


def cpu_seconds_of_children(pid: int) -> float:
    """Return the CPU time of a process's children: running ones, and those that it has waited for."""
    fields = _fields(pid)
    ended = (int(fields[13]) + int(fields[14])) / _TICKS_PER_SECOND
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return ended + sum(map(cpu_seconds, map(int, children)))


def parent(pid: int) -> int:
    """Return a process's parent id."""
    return int(_fields(pid)[1])


def _fields(pid: int) -> list[str]:
    """Return the fields after the name in /proc/[pid]/stat; index 0 is field 3 of the man page."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def resident_kilobytes(pid: int) -> float:
    """Return the resident set size of a process (proc_pid_status(5))."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))

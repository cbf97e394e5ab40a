"""Findings file of a recording: the findings of the rules during the run.

The findings are stored, because some rules cannot find them again in a recording.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line, encode_line
from opscope.debug.rules.findings import SEVERITIES, Finding
from opscope.errors import printable

FINDINGS = "findings.json"
MAX_BYTES = 1 << 20
_KINDS = {f.name: int if f.type == "int" else str for f in fields(Finding) if f.name != "consequences"}
_ADDED = {"called", "since"}  # fields missing in recordings made before 2026-11-26


def encode_findings(found: Iterable[Finding]) -> bytes:
    """Encode findings as a line. Findings are left out if the line would become too long (`MAX_BYTES`)."""
    kept: list[dict[str, Any]] = []
    size = 0
    for each in found:
        kept.append({name: getattr(each, name) for name in _KINDS})
        size += len(encode_line(kept[-1]))
        if size > MAX_BYTES // 2:
            break
    return encode_line({"findings": kept})


def decode_findings(line: bytes) -> list[Finding]:
    """Decode the findings in a line. Raises DamagedFileError if the line is damaged."""
    data = decode_line(line)
    listed = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(listed, list):
        raise DamagedFileError("has no list of findings")
    return [_decoded(each) for each in listed]


def _decoded(data: Any) -> Finding:
    if not isinstance(data, dict) or not _KINDS.keys() - _ADDED <= data.keys() <= _KINDS.keys():
        raise DamagedFileError("contains an entry that is not a finding")
    if any(type(v) is not _KINDS[name] for name, v in data.items()) or data["severity"] not in SEVERITIES:
        raise DamagedFileError("has a finding with a wrong field")
    values: dict[str, Any] = {name: printable(v) if isinstance(v, str) else v for name, v in data.items()}
    return Finding(**values)

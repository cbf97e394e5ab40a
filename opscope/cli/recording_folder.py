"""Folders of recordings as arguments of subcommands: the existing folders, and a free name for a new one."""

from __future__ import annotations

import os
from pathlib import Path

from opscope.errors import ArgumentError

_HEADER = "recording.json"  # `recording_writer.HEADER`, without its imports
_LISTED = 8  # folders that a message names


def is_recording(path: str) -> bool:
    """Return True if a path is the folder of a recording; if its header is lost, it is recognized by its segments."""
    try:
        files = os.listdir(path)
    except OSError:
        return False
    return _HEADER in files or any(name.endswith(".jsonl") and name[:6].isdigit() for name in files)


def require_recording(path: str, command: str) -> None:
    """Raise ArgumentError unless a folder has a recording. The error lists recordings in folders inside (of ranks)."""
    if is_recording(path):
        return
    inner = [str(each) for each in sorted(Path(path).iterdir()) if each.is_dir() and is_recording(str(each))]
    if not inner:
        raise ArgumentError(f"{path} is a folder without a recording", fix=f"it has no {_HEADER}; {RECORDS}")
    listed = ", ".join([*inner[:_LISTED], *(["..."] if len(inner) > _LISTED else [])])
    raise ArgumentError(
        f"{path} holds {len(inner)} {'recordings' if len(inner) > 1 else 'recording'}: {listed}",
        fix=f"choose one of them: opscope {command} {inner[0]}",
    )


RECORDS = "opscope record -o FOLDER train.py records a script"


def folder_text(path: str) -> str:
    """Return a text about a folder that was given instead of a file: what to do with it."""
    if is_recording(path):
        return f"{path} is the folder of a recording, not a file: opscope debug {path} opens it"
    return f"{path} is a folder, not a file"


def free_folder(script: str, is_module: bool) -> str:
    """Return a free folder name for the recording of a script: `train-recording`, else `train-recording-2`."""
    stem = script.rpartition(".")[2] if is_module else Path(script).stem
    wanted = f"{stem.strip('-') or 'stdin'}-recording"
    found, number = wanted, 2
    while os.path.exists(found):
        found, number = f"{wanted}-{number}", number + 1
    return found

"""Folders of recordings. The functions search a folder for recordings, and find an unused name for a new folder."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from opscope.errors import ArgumentError

_HEADER = "recording.json"  # `recording_writer.HEADER`, without its imports
_LISTED = 8  # folders that a message names
_NUMBER = re.compile(r"(\d+)", re.ASCII)


def is_recording(path: str) -> bool:
    """Return True if a path is the folder of a recording.

    A recording whose header file is lost is recognized by its segment files.
    """
    try:
        files = os.listdir(path)
    except OSError:
        return False
    return _HEADER in files or any(name.endswith(".jsonl") and name[:6].isdigit() for name in files)


class FoundRecording(NamedTuple):
    """The folder of a recording, and a line about other recordings in the same place ("" if there are none)."""

    folder: str
    others: str


def find_recording(path: str, command: str) -> FoundRecording:
    """Return the recording in a folder.

    If the folder contains several recordings (one for each rank), return the first recording. Raises ArgumentError if
    the folder contains no recording.
    """
    if is_recording(path):
        return FoundRecording(path, "")
    found = recordings_in(path)
    if not found:
        raise ArgumentError(
            f"{path} is a folder without a recording", fix=f"choose a folder that has a file {_HEADER}. {RECORDS}"
        )
    first, *others = found
    listed = ", ".join([*map(os.path.basename, others[:_LISTED]), *(["..."] if len(others) > _LISTED else [])])
    more = f". The folder also contains {listed}. To open one: opscope {command} {others[0]}" if others else ""
    return FoundRecording(first, f"{first} is opened{more}")


def recordings_in(path: str) -> list[str]:
    """Return the folders of recordings inside a folder, sorted by their numbers: rank-2 comes before rank-10."""
    inner = [str(each) for each in Path(path).iterdir() if each.is_dir() and is_recording(str(each))]
    return sorted(inner, key=lambda name: [int(part) if part.isdigit() else part for part in _NUMBER.split(name)])


RECORDS = "To record a script: opscope record -o FOLDER train.py"


def folder_text(path: str) -> str:
    """Return an error text for a folder that the user passed instead of a file."""
    if is_recording(path):
        return f"{path} is the folder of a recording, not a file: opscope debug {path} opens it"
    return f"{path} is a folder, not a file"


def free_folder(script: str, is_module: bool) -> str:
    """Return an unused folder name for the recording of a script: `train-recording`, or else `train-recording-2`."""
    stem = script.rpartition(".")[2] if is_module else Path(script).stem
    wanted = f"{stem.strip('-') or 'stdin'}-recording"
    found, number = wanted, 2
    while os.path.exists(found):
        found, number = f"{wanted}-{number}", number + 1
    return found

"""Folders of recordings for subcommands: search for existing recordings, and a free name for a new folder."""

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

    A recording whose header is lost is recognized by its segments.
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

    If the folder has several recordings (one of each rank), return the first. Raises ArgumentError for none.
    """
    if is_recording(path):
        return FoundRecording(path, "")
    found = recordings_in(path)
    if not found:
        raise ArgumentError(
            f"{path} is a folder without a recording", fix=f"a recording has a file {_HEADER}; {RECORDS}"
        )
    first, *others = found
    listed = ", ".join([*map(os.path.basename, others[:_LISTED]), *(["..."] if len(others) > _LISTED else [])])
    more = f"; beside it: {listed}, as by opscope {command} {others[0]}" if others else ""
    return FoundRecording(first, f"{first} is opened{more}")


def recordings_in(path: str) -> list[str]:
    """Return the folders of recordings inside a folder, in order of numbers: rank-2 before rank-10."""
    inner = [str(each) for each in Path(path).iterdir() if each.is_dir() and is_recording(str(each))]
    return sorted(inner, key=lambda name: [int(part) if part.isdigit() else part for part in _NUMBER.split(name)])


RECORDS = "opscope record -o FOLDER train.py records a script"


def folder_text(path: str) -> str:
    """Return a text with advice for a folder that was given instead of a file."""
    if is_recording(path):
        return f"{path} is the folder of a recording, not a file: opscope debug {path} opens it"
    return f"{path} is a folder, not a file"


def free_folder(script: str, is_module: bool) -> str:
    """Return a free folder name for the recording of a script: `train-recording`, or else `train-recording-2`."""
    stem = script.rpartition(".")[2] if is_module else Path(script).stem
    wanted = f"{stem.strip('-') or 'stdin'}-recording"
    found, number = wanted, 2
    while os.path.exists(found):
        found, number = f"{wanted}-{number}", number + 1
    return found

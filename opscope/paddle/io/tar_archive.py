"""Reader of untrusted tar archives from front to back: in linear time, with at most the memory of one of its files.

`tarfile` needs quadratic time for some headers, and fills the holes of sparse files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from opscope.core.files.expanded_file import ExpandedFile

BLOCK = 512
MAX_NAME = 1 << 16  # bytes of a header with a long name
REGULAR, LONG_NAME, EXTENDED = b"0\0\x37", b"L", b"x"  # types: "7" is a file that lies in one piece


def tar_files(file: ExpandedFile, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the wanted regular files. Raises ValueError for a file that is not an archive."""
    first, name = True, ""
    while len(header := file.read_up_to(BLOCK)) == BLOCK and header.strip(b"\0"):
        _check(header)
        first = False
        size, kind = _number(header[124:136]), header[156:157]
        padding = -size % BLOCK
        if kind in (LONG_NAME, EXTENDED):
            if size > MAX_NAME:
                raise ValueError(f"a header in the archive has {size} bytes, which is too many")
            content = file.read(size)
            name = content.rstrip(b"\0").decode("utf-8", "replace") if kind == LONG_NAME else _path(content) or name
            file.skip(padding)
            continue
        name = name or _name(header)
        if kind in REGULAR and wanted(name):
            yield name, file.read(size)
            size = 0
        file.skip(size + padding)
        name = ""
    if first:
        raise ValueError("the archive has no header")


def _check(header: bytes) -> None:
    """Raise ValueError for a header with a wrong checksum, in which the checksum's own field counts as blanks."""
    if _number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
        raise ValueError("a header in the archive is damaged")


def _number(field: bytes) -> int:
    """Return a number from octal digits, or (from 8 GB) from bytes. Raises ValueError for other bytes."""
    if field[0] & 0x80:
        return int.from_bytes(field, "big") & ~(0x80 << 8 * (len(field) - 1))
    return int(field.strip(b" \0") or b"0", 8) if b"-" not in field else -1


def _name(header: bytes) -> str:
    name, prefix = header[:100].partition(b"\0")[0], header[345:500].partition(b"\0")[0]
    return (prefix + b"/" + name if prefix and header[257:263] == b"ustar\0" else name).decode("utf-8", "replace")


def _path(content: bytes) -> str:
    """Return the path in an extended header, or "": its lines are `length key=value`."""
    found, at = "", 0
    while at < len(content):
        length = content[at : at + 8].partition(b" ")[0]
        end = at + int(length)  # a ValueError says that it is damaged
        key, _, value = content[at + len(length) + 1 : end - 1].partition(b"=")
        if not at < end <= len(content):
            raise ValueError("an extended header in the archive is damaged")
        if key == b"path":
            found = value.decode("utf-8", "replace")
        elif key == b"size":
            raise ValueError("the archive contains a file of more than 8 GB")
        at = end
    return found

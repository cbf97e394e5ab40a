"""Recordings: a session's journal on disk. `recording_writer` writes recordings, and `recording_reader` reads them."""

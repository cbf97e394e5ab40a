"""Recordings: a session's journal on disk, written by `recording_writer` and read by `recording_reader`."""

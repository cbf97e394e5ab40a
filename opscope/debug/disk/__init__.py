"""Recordings on disk: the journals of runs. `recording_writer` writes recordings, and `recording_reader` reads them."""

"""The journal on disk: written by `archive`, read again by `recorded`."""

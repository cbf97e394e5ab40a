"""Files of others, and sizes: never more bytes are read than a file has."""

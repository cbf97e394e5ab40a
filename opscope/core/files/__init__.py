"""Reading of untrusted files, with limits: never more bytes are read than a file has; sizes in bytes."""

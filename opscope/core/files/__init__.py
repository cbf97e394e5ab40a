"""Reading of untrusted files, with limits: a read never takes more bytes than a file has; also sizes in bytes."""

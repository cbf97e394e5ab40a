"""Reading of untrusted files, with limits. A read never takes more bytes than a file has.

Sizes in bytes are also here.
"""

"""paddle.utils.download: opscope downloads no files."""

from opscope.core.checks.unsupported import unsupported_function

_AWAY = "opscope downloads no files", "download the file yourself, and pass its path"
get_path_from_url = unsupported_function("get_path_from_url", *_AWAY)
get_weights_path_from_url = unsupported_function("get_weights_path_from_url", *_AWAY)


def is_url(path: str) -> bool:
    """Return True if the path begins like an address."""
    return path.startswith(("http://", "https://"))


__all__ = ["get_path_from_url", "get_weights_path_from_url", "is_url"]

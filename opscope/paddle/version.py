"""paddle.version: the version of Paddle whose programs opscope runs. `opscope.__version__` is opscope's own version."""

full_version = "2.6.2"
major, minor, patch = full_version.split(".")
rc = "0"
commit = "opscope"
istaged = True  # (sic)
with_mkl = "OFF"


def cuda() -> str:
    """Return 'False', because the arrays of a GPU belong to CuPy, which has its own CUDA."""
    return "False"


cudnn = xpu = xpu_xccl = cinn = cuda


def show() -> None:
    """Print the version."""
    print("full_version:", full_version)  # noqa: T201 (what it is for)
    for name in ("major", "minor", "patch", "rc"):
        print(f"{name}:", globals()[name])  # noqa: T201
    print("cuda:", cuda())  # noqa: T201
    print("cudnn:", cudnn())  # noqa: T201

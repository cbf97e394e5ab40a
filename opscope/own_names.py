"""Names in the package opscope, each with the module, or the member of a module, that is loaded at its first use."""

OWN = {
    "attach": "opscope.debug:attach",
    "check": "opscope.debug:check",
    "dap": "opscope.dap",
    "debug": "opscope.debug",
    "errors": "opscope.errors",
    "live": "opscope.notebook.live:live",
    "notebook": "opscope.notebook",
    "onnx": "opscope.onnx",
    "open": "opscope.debug:open",
    "paddle": "opscope.paddle",
    "profile": "opscope.debug:profile",
    "ranks": "opscope.ranks",
    "report": "opscope.run_report:report",
    "sinks": "opscope.sinks",
    "strict": "opscope.core.strict:strict",
    "viz": "opscope.viz",
}

"""The names of `import opscope`: each with the module, or the member of one, that is loaded when it is used."""

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

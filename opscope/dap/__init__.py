"""Debug Adapter Protocol: editors debug a program with opscope's debugger.

    python -m opscope dap                     the adapter that an editor starts (on stdin and stdout)
    listener = opscope.dap.listen(run)        a port on which an editor attaches to a run, also of a notebook

A session is one `DebugAdapter`. `MessageLoop` reads the client's requests, the functions of `requests/` answer them,
`EventRelay` sends the events. Source: https://microsoft.github.io/debug-adapter-protocol
"""

from opscope.dap.listener import DapListener, listen

__all__ = ["DapListener", "listen"]

"""Debug Adapter Protocol: editors debug a program with opscope's debugger.

    python -m opscope dap                     start the adapter for an editor, on stdin and stdout
    listener = opscope.dap.listen(run)        open a port on which an editor attaches to a run, also in a notebook

A session is one `DebugAdapter`. `MessageLoop` reads the client's requests. The functions in `requests/` answer
the requests. `EventRelay` sends the events of the run. Source: https://microsoft.github.io/debug-adapter-protocol
"""

from opscope.dap.listener import DapListener, listen

__all__ = ["DapListener", "listen"]

"""The stack of a stopped run (Python frames and blocks of programs), and the execution of Python code in frames."""

"""The commands of the debugger's prompt, one module for each group."""

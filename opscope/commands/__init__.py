"""Commands that the user types at the debugger's prompt or after `%opscope`, such as `goto 3 op:mean`.

`table` finds a command by its name. `groups` contains the functions that execute the commands. `renderers` defines how
the results are printed. `command_session` executes commands on a run. `printer` prints lines and tables in a terminal.
"""

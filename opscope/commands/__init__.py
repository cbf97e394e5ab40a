"""Commands that the user types at the debugger's prompt or after `%opscope`, such as `goto 3 op:mean`.

`table` finds a command by its name. `groups` has the functions of the commands and prints their results. `renderers`
has the types of the results. `command_session` executes commands on a run. `printer` prints lines and tables in a
terminal.
"""

"""Commands in words, for example `goto 3 op:mean`, of the debugger's prompt and of `%opscope`.

`table` has the commands by name. `groups` has their functions and the printing of results. `renderers` has the types of
results. `command_session` is the run that the commands act on. `printer` has the lines and tables of a terminal.
"""

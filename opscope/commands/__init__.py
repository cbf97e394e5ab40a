"""Commands in words, `goto 3 op:mean`: of the debugger's prompt, of `%opscope`.

`table` has the commands by name, `groups` what they do and how their results are printed, `renderers` the types of
results, `command_session` the run that they act on, `printer` the lines and tables of a terminal.
"""

"""Commands in words, `goto 3 op:mean`: of the debugger's prompt, of `%opscope`.

`table` has the commands by name, `groups` what they do, `command_session` the run that they act on; `printer` prints
their answers.
"""

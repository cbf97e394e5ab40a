"""Control flow: operators that own blocks (cond, while_loop, static_pylayer), and tensor arrays."""

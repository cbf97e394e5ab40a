"""Programs: blocks of operators on named variables, and what transforms them."""

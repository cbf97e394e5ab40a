"""Programs: blocks of operators on named variables, where new operators go, and what each of them says of itself."""

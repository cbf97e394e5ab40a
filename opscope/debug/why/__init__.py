"""Why is it NaN, zero, or what it is: from a value back over operators and steps to its first cause."""

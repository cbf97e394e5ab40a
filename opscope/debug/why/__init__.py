"""Search for the cause of a value, such as NaN or zero. The result is a chain of operators back to the cause."""

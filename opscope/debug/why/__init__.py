"""Search for the cause of a value, such as NaN or zero. The result is the chain of operators back to its origin."""

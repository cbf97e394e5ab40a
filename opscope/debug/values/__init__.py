"""Values of a run: values at a position, values at the ends of steps, and summaries of values."""

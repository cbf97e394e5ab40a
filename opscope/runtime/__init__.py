"""Running programs: plan, frame, executor, scope. Knows nothing of debugging; two seams let it in."""

"""Lowering: a plan and the shapes of one run become calls on arrays that have their place in memory already."""

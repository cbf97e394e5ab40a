"""Linear algebra: products, factorizations, equations."""

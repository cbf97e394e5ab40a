"""Programs: their data model, control flow, gradients, serialization and Paddle's interface to them."""

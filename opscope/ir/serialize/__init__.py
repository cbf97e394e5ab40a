"""Programs as JSON and back, read with suspicion."""

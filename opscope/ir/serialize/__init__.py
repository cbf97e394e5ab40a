"""Programs as JSON and back; data that is read is validated first."""

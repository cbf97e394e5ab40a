"""Programs as JSON, and back. Data that is read is validated first."""

"""Reading of untrusted files, with limits, and parsing of sizes in bytes."""

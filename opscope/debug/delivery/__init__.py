"""Delivery of events: bounded queues, and threads that hand them to sinks."""

"""Delivery of events: bounded queues, and threads that pass events to sinks."""

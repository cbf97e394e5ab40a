"""Delivery of events to sinks: bounded queues, and the threads that pass the events on."""

"""Delivery of events to sinks (receivers of events): a bounded queue, and the thread that passes the events on."""

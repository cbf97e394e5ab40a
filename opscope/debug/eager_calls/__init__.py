"""Eager calls of a running program: logged or notified, recorded by step, and the places where they may stop."""

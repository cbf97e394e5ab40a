"""Displays of objects in notebooks: HTML with small pictures, in light and dark themes, without a script or a network.

A module makes the HTML of one kind of object: its function `html(object)`. A class says which module by
`core.rich_display.RichDisplay`. Each is to take at most 50 ms, so large arrays are sampled and long tables are cut, and
the display says so.
"""

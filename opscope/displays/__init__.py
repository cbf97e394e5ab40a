"""Displays of objects in notebooks: HTML with small pictures, for light and dark themes, without scripts or a network.

A module makes the HTML of one kind of object with its function `html(object)`. A class selects its module by
`core.rich_display.RichDisplay`. A display must take at most 50 ms, so large arrays are sampled and long tables are cut,
with a note in the display.
"""

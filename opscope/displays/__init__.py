"""Displays of objects in notebooks: HTML with small pictures, for light and dark themes, without scripts or a network.

Each module makes the HTML of one type of object, with its function `html(object)`. A class is connected to its module
by `core.rich_display.RichDisplay`. A display must take at most 50 ms. So large arrays are sampled and long tables are
cut, and a note in the display shows this.
"""

"""Views of a run: the live panel (`ui.widget`), the panel's static table, and the offline page (`ui.page`)."""

"""Views of a run: the live panel (`ui.widget`), its static table, and the offline page (`ui.page`)."""

"""Text of source files: the lines of files, of notebook cells and of definitions."""

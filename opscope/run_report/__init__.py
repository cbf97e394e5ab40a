"""HTML page about a run: text, charts and the graph as SVG. The page needs no network and no scripts.

report_data.py   content of the page as plain data: of a live run, a finished run, or a recording
source_lines.py  the lines of the user's code that made operators, with the lines around them
report_page.py   the page of that data, by the template report.html and the style report.css
page_file.py     writes a file as a whole or not at all
"""

from opscope.run_report.report_page import report, report_text

__all__ = ["report", "report_text"]

"""HTML page about a run: text, charts and the graph as SVG. The page needs no network and no scripts.

report_data.py:   collects the content of the page as plain data, from a live run, a finished run, or a recording
source_lines.py:  finds the lines of the user's code that created operators, and the lines around them
report_page.py:   makes the page from this data, with the template report.html and the style report.css
page_file.py:     writes a file completely or not at all
"""

from opscope.run_report.report_page import report, report_text

__all__ = ["report", "report_text"]

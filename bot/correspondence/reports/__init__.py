"""The report of a turn for any forum: BBCode, Markdown, HTML, plain text."""

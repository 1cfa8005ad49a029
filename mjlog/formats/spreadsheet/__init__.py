"""Tables of results that clubs have kept in a spreadsheet, written out in short hand.

`grid` reads the file, `columns` says what each column means, `evenings` writes every game of it as somebody would have
typed it. What is stored is read from that text, so that a table is judged by nothing of its own.
Source: docs/do/club.md.
"""

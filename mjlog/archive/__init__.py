"""Archives as tables that can be asked: what an audit finds, game by game, as rows of a few tables.

What the tables hold is declared and made of audited games in `rows`, and written in `parts`, which alone needs pyarrow
(the extra `tables`).
"""

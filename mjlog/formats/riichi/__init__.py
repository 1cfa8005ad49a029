"""Riichi games as other programs write them: mjlog XML and its client's text, tenhou/6, mjai.

Each format has a module that reads it; `tenhou6_export` and `mjai_export` write it. Source:
docs/lookup/riichi-records.md.
"""

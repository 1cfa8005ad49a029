"""What the program puts out, compared with what it put out before: a net for whoever rebuilds it inside.

Outputs are made of the sample logs, of logs with corrections and faults that are made here, always the same ones, and
of the records that stand beside the repository, where they do: audits, the table at every event as every audience sees
it, sheets, dossiers, scores, exports, answers of the viewer, pages of rules. `frozen.txt` has a digest of each, and the
revision that made them; `intended.md` says which of them were changed on purpose, when and why.

From the folder of the tests: ``python -m frozen compare`` says what is no longer what it was,
``python -m frozen compare --show NAME`` in which lines, and ``python -m frozen freeze --because "…"`` takes it over.
"""

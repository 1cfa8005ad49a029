"""A second scorer of rule sets with points and doubles, by plain search, to judge the one of the program.

It is written from the numbered rules and shares nothing with the program: no tables, no patterns, no search. A hand is
taken apart in every way there is, the winning tile is put into every group that it can have completed, each way is
scored by code that reads like the rules, and the best is taken. `plain.compare` puts hands at random to both scorers.

From the folder of the tests: ``python -m plain --ruleset western --hands 100000 --seed 1``.
"""

"""``python -m plain``: hands at random, scored twice; exit status 1 where the two scorers disagree.

Also 1 where in 100,000 hands or more a rule was never earned or a limit hand never came up, and where many hands cannot
exist: then the hands are not the right ones.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from plain.comparing import Comparison, compare
from plain.random_options import RULESETS
from plain.rules import EARNED, LIMITS

BLOCK = 2_000
ENOUGH = 100_000
"""Hands in which every rule is earned."""
MOST_IMPOSSIBLE = 0.02
"""The share of hands that may be such as the program says cannot exist."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, tell, and answer with the exit status."""
    asked = _parser().parse_args(arguments)
    status = 0
    for ruleset in asked.ruleset or RULESETS:
        started = time.monotonic()
        found = compare_in_parts(ruleset, asked.seed, asked.hands, asked.workers)
        status |= tell(ruleset, found, time.monotonic() - started)
    return status


def compare_in_parts(ruleset: str, seed: str, hands: int, workers: int) -> Comparison:
    """All hands; which they are does not depend on the number of workers."""
    parts = [(f"{seed}.{start // BLOCK}", min(BLOCK, hands - start)) for start in range(0, hands, BLOCK)]
    if workers == 1:
        found = [compare(ruleset, part, number) for part, number in parts]
    else:
        with ProcessPoolExecutor(workers) as pool:
            found = list(pool.map(compare, [ruleset] * len(parts), *zip(*parts, strict=True)))
    return Comparison(
        sum((each.hands for each in found), Counter[str]()),
        sum((each.earned for each in found), Counter[str]()),
        sum((each.limits for each in found), Counter[str]()),
        [line for each in found for line in each.disagreements],
    )


def tell(ruleset: str, found: Comparison, seconds: float) -> int:
    """Print what came out; 1 where something is wrong."""
    hands = found.hands.total()
    wrong = f"{len(found.disagreements):,} disagreements"
    print(f"{ruleset}: {hands:,} hands ({_counts(found.hands)}), {hands / seconds:,.0f} a second, {wrong}")
    print(f"  rules earned: {_counts(found.earned)}")
    print(f"  limit hands: {_counts(found.limits)}")
    never = [rule for rule in EARNED[ruleset] if not found.earned[rule]]
    never += [name for name in LIMITS[ruleset] if not found.limits[name]]
    if never:
        print(f"  never: {', '.join(never)}")
    for text in found.disagreements:
        print(text)
    unfit = found.hands["impossible"] > MOST_IMPOSSIBLE * hands or (never and hands >= ENOUGH)
    return 1 if found.disagreements or unfit else 0


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name.split('/')[-1]} {number:,}" for name, number in sorted(counter.items()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="plain", description="Compare the program's scores with those of plain search."
    )
    parser.add_argument("--ruleset", action="append", choices=RULESETS, help="may be repeated; default: all")
    parser.add_argument("--hands", type=int, default=2_000, help="hands a rule set")
    parser.add_argument("--seed", default="1", help="which hands; any word")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""How fast is it? `python -m benchmarks` measures the ratios that the design names, in one run."""

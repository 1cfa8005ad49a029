"""Recording at the table with a telephone: another face of `mjlog.recording`. Source: docs/do/telephone.md."""

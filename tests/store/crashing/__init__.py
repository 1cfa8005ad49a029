"""Real processes on real files that are killed at random moments, and what has to be true afterwards."""

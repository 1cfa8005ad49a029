"""Disputes: what was objected to, the dossier by which somebody who was not there can rule, what a ruling does."""

"""Auditing many games for people: who does the work, what has been done, what is told of it."""

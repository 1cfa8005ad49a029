"""The interactive recorder: one person keeps the record while four people play. Source: docs/do/recording.md."""

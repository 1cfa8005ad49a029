"""Following a game while it is recorded. The messages are described in docs/lookup/api.md."""

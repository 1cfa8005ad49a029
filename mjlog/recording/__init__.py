"""A game while it is recorded: what is in the log, what is in pencil, what may be typed next. No terminal here."""

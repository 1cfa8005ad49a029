"""The `mjlog` command: a module of commands is loaded when one of them is asked for."""

PROGRAM, VARIABLE = "mjlog", "_MJLOG_COMPLETE"
"""The program that a shell completes, and the variable in which its function asks for that."""

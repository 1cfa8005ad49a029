"""The `mjlog` command: one module a command, loaded when it is asked for."""

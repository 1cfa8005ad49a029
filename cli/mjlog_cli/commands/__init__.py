"""The commands, those that belong together in one module; click runs `NAME_command` for `mjlog NAME`."""

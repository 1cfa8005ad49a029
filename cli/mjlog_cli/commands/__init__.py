"""The commands, one module each; the module's `command` is what click runs."""

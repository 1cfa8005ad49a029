"""What stands before the application: names, sizes, numbers, headers, slow clients."""

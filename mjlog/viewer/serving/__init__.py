"""What stands before the application: names, sizes, numbers, headers, slow clients; and the server itself."""

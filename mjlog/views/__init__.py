"""What people get to see: the table as anybody may see it, events in words, scores explained. No I/O."""

"""What an audit tells people: a summary, the story of each finding, what a code means. No I/O."""

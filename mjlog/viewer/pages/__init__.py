"""The pages: a game, a hand, an event, the score sheet, the look; and how each part of them is made."""

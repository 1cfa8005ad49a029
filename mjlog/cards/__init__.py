"""Score cards of the American game: typed cards, the concrete hands that they stand for, and rulings by them."""

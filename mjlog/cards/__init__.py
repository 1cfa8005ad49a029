"""Score cards of the American game: typed cards, the concrete hands that they stand for, and rulings by them.

>>> from mjlog.cards.exposures import exposure_of
>>> from mjlog.cards.rulings import rulings_for
>>> from mjlog.cards.shipped import sample_card
>>> from mjlog.tiles import KINDS, parse_tiles
>>> rulings = rulings_for(sample_card())
>>> counts = [0] * KINDS
>>> for kind in parse_tiles("Ff Ff 111b 555d NNw"):
...     counts[kind] += 1
>>> exposed = [exposure_of(parse_tiles("33c JJk"))]
>>> won = rulings.match(counts, exposed)
>>> won.label, won.value, won.jokerless
('r3', 25, False)
>>> rulings.dead(exposed).dead
False
"""

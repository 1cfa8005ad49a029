"""Short histories with unknown tiles, judged by trying every assignment of them."""

"""The statistics against worked arithmetic, published values, other libraries and what always holds."""

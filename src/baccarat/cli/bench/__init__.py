"""What `baccarat bench` measures: ratios within one run."""

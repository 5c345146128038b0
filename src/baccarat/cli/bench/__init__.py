"""The measurements of `baccarat bench`: ratios within one run."""

"""Exact analysis: it counts card orders in whole numbers, and takes no samples."""

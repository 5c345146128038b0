"""The coach: chances, what a decision costs, and what the other side would do."""

"""The coach: chances, the cost of a decision, and the strategy of the other side."""

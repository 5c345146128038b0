"""What a guest may be told: chances, what a decision costs, what the other side would do."""

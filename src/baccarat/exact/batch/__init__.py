"""Many compositions at once, on a CPU or a GPU; and those in which a bet favours the guest."""

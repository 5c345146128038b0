"""Many compositions at once, in compiled loops or on a GPU; and which of them favour a bet."""

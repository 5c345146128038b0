"""The page of proofs: it counts published figures again, and checks the shuffle of fair shoes."""

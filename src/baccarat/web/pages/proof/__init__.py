"""The page of proofs: it counts published figures again, and checks fair shoes."""

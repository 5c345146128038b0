"""The page of proofs: published figures counted again, and fair shoes checked."""

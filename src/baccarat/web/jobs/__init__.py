"""Work in processes of their own: odds, theory and proofs, queued fairly and remembered."""

"""Work in separate processes: odds, theory and proofs, with a fair queue and cached answers."""

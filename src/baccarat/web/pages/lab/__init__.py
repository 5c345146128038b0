"""The pages of the laboratory: forms, runs, tables and plots."""

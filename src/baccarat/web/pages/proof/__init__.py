"""The page that checks: figures counted again, and fair shoes."""

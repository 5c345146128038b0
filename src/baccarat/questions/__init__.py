"""Questions: each is defined once; commands, forms and JSON are made from its definition."""

"""All tables and boards over a store: seats, views, and answers to repeated requests."""

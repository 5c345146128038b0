"""All tables and boards in a store: seats, views, and answers to repeated requests."""

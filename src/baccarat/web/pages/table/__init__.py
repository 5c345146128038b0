"""The page of a table: felt, hands, roads, coach and panels."""

"""The page of a table: bets, hands, roads, the coach, and what the page fetches on demand."""

"""The rules of the table: seats, wagers, the deal, the squeeze, the clock and permissions."""

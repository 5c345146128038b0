"""The table on the screen: the hands, the bets, the tour and the payout."""

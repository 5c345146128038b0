"""Who comes in, and with what: hosts, keys, sessions, rates, bodies, and how a refusal is told."""

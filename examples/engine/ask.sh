#!/bin/sh
# Asks the engine two questions from a shell: sh ask.sh
set -eu
: "${ENGINE:=baccarat engine}"
$ENGINE <<'LINES' | grep -o '"id": [0-9]*\|"edge": "[^"]*"\|"value": "[^"]*"'
{"id": 1, "kind": "odds", "question": {"bets": ["banker"]}}
{"id": 2, "kind": "solve", "question": {"model": "B3", "decks": 6}}
LINES

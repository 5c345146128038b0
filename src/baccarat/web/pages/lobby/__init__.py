"""The lobby, a page that lists the open tables and boards."""

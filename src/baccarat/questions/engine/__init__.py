"""Questions as lines of JSON, answered in separate processes: `baccarat engine`."""

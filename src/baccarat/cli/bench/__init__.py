"""The measurements of `baccarat bench`: times, compared with other code in the same run."""

"""The endpoints of the API, one file for each subject."""

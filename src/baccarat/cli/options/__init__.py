"""What several commands ask for: shoes, runs, files, plug-ins, a store; what a shell completes."""

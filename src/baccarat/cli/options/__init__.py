"""Options of several commands: shoes, runs, files, plug-ins, a store; completion in a shell."""

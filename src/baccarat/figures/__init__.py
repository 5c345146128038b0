"""The figures of answers, and the styles in which terminals, notebooks and pages write them."""

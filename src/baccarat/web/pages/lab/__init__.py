"""The pages of the laboratory, where visitors start long simulations and watch their results."""

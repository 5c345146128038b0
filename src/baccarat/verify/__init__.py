"""Checks every published figure that we quote against our own value."""

from baccarat.verify.checks import Check, check, verify
from baccarat.verify.published import Figure, figures

__all__ = ["Check", "Figure", "check", "figures", "verify"]

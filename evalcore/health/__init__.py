"""What is to be known of a set before a figure that rests on it is trusted."""

from evalcore.health.checking import WINDOW_TOKENS, check_health, health_document
from evalcore.health.finding import Finding
from evalcore.health.fixing import FIXES, Fix, fix_origin, fixed

__all__ = ["FIXES", "WINDOW_TOKENS", "Finding", "Fix", "check_health", "fix_origin", "fixed", "health_document"]

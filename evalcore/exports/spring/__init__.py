"""The judge as sources, settings and a test of a Spring application; and a class that records what one answers."""

from evalcore.exports.spring import recorder, target

TARGETS = (*target.TARGETS, *recorder.TARGETS)

__all__ = ["TARGETS"]

"""Figures of speed and memory, printed by commands; nothing here is a test."""

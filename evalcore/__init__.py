"""Judge calibration workbench: measure an LLM judge against people before trusting it."""

__version__ = "0.1.0"

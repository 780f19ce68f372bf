"""Scripts that a tool's own Python runs in the folder of an export; they print one JSON object, case id → outcome."""

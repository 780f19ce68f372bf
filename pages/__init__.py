"""The workbench in the browser: views draw, evalcore computes."""

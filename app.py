"""The workbench: page config and navigation, nothing else."""

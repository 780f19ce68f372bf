"""What the views share: state keys, cached resources, and drawing that is used twice."""

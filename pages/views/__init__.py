"""One script per page. They lie here and not in ``pages/``, where Streamlit would run them by itself."""

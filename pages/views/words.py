"""Words: every word of the glossary, so that a page never has to be guessed at."""

from __future__ import annotations

import streamlit as st

from pages.ui import frame, glossary, state

st.title("Words")
frame.draw_notice()
st.caption("The words that pages, command line and documents use.")
sought = st.text_input(
    "Find a word", key=state.WORD_SEARCH, bind="query-params", placeholder="for example kappa", type="search", live=True
)
found = {
    word: meaning
    for word, meaning in glossary.meanings().items()
    if (sought or "").lower() in f"{word} {meaning}".lower()
}
for word, meaning in found.items():
    st.markdown(f"**{word}** – {meaning}")
if not found:
    st.text("No word has that in it.")

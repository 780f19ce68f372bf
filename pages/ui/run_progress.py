"""A run as it goes: a bar per judge, rate, time left, replies by kind, last errors; pause, cancel, continue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from evalcore.plurals import counted, verb
from evalcore.runner import JudgeProgress, JudgeStanding, Progress
from evalcore.store import RunInfo, RunState
from pages.ui import components, pagelist, resources, run_actions, state
from pages.ui.run_plan import duration

HERE_EVERY_S, ELSEWHERE_EVERY_S = 0.5, 2.0
ERRORS_HEIGHT = 150
"""Fixed while a run is live, so that nothing below moves when an error comes."""
_NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One judge of a run, as it is drawn."""

    name: str
    done: int
    total: int
    failed: int
    cut: int
    """How many of the replies that are counted here rest on a cut prompt."""
    words: str


def draw_run(run: RunInfo) -> None:
    """The run that is looked at, redrawn by itself while somebody works on it."""
    live = resources.is_live(run)
    every_s = HERE_EVERY_S if resources.background().is_live(run.id) else ELSEWHERE_EVERY_S
    st.fragment(_draw, run_every=every_s if live else None)(run.id, was_live=live)


def draw_other_runs(runs: Sequence[RunInfo], chosen: str) -> None:
    """The other runs of the set, each to be looked at; those under way are drawn anew as they go."""
    others = [run for run in runs if run.id != chosen]
    if others:
        st.caption("Other runs of this set")
        live = any(resources.is_live(run) for run in others)
        st.fragment(_draw_links, run_every=ELSEWHERE_EVERY_S if live else None)(
            [run.id for run in others[:6]], chosen=chosen
        )
        if len(others) > 6:
            st.caption(f"{counted(len(others) - 6, 'older run')} can be chosen in the sidebar.")


def _draw(run_id: str, *, was_live: bool) -> None:
    run = resources.store().load_run(run_id)
    live = resources.is_live(run)
    if live != was_live:
        # Whether this is redrawn by itself is decided where the whole page is drawn.
        st.rerun()
    run_state = resources.state_of(run)
    progress = resources.background().progress(run_id)
    here = progress if progress and resources.background().is_live(run_id) else None
    bars = [_bar_here(judge) for judge in here.judges] if here else [_bar(one) for one in resources.standing(run_id)]
    st.subheader(f"Run {run_id}: {run_state}", anchor=False)
    recorded = {judge.name: judge.description for judge in resources.judges_of(run) if judge.is_recorded}
    if not recorded:
        with st.container(horizontal=True):
            _buttons(run_id, run_state, bars)
        _figures(bars, here)
    _bars(bars)
    _warn_of_cut(bars)
    if here and here.message:
        st.warning("The run waits, asks nothing more, and goes on by itself once this is mended.")
        components.inert(here.message)
    _errors(here.last_errors if here else _stored_errors(run_id), live=live)
    if recorded:
        _recorded(recorded)
    elif not live:
        _ending(run, run_state, bars, progress)
    st.page_link(
        pagelist.COMPARE,
        label="See the results so far" if live else "See the results",
        icon=":material/arrow_forward:",
        query_params={state.RUN: run_id},
    )


def _buttons(run_id: str, run_state: RunState, bars: Sequence[Bar]) -> None:
    missing = sum(bar.total - bar.done for bar in bars)
    failed = sum(bar.failed for bar in bars)
    if run_state == "running":
        st.button("Pause", key="pause", icon=":material/pause:", on_click=run_actions.pause, args=(run_id,))
    elif run_state == "paused":
        st.button("Go on", key="go_on", icon=":material/play_arrow:", on_click=run_actions.go_on, args=(run_id,))
    elif missing:
        st.button(
            f"Continue: ask {counted(missing, 'missing call')}",
            key="continue",
            type="primary",
            on_click=run_actions.ask_the_rest,
            args=(run_id,),
        )
    if run_state in ("running", "paused"):
        st.button("Cancel", key="cancel", icon=":material/stop:", on_click=run_actions.cancel, args=(run_id,))
    elif failed:
        st.button(
            f"Ask {counted(failed, 'failed call')} again",
            key="ask_failed",
            on_click=run_actions.ask_the_rest,
            args=(run_id,),
            kwargs={"retry_failed": True},
        )


def _figures(bars: Sequence[Bar], here: Progress | None) -> None:
    done, total, failed = (
        sum(counts) for counts in zip(*((bar.done, bar.total, bar.failed) for bar in bars), strict=True)
    )
    rate = here.rate_per_s if here else None
    eta_s = here.eta_s if here else None
    figures = {
        "Calls done": f"{done:,} of {total:,}",
        "Failed": f"{failed:,}",
        "Rate": f"{rate:.1f} a second" if rate else _NOTHING,
        "Time left, about": duration(eta_s) if eta_s is not None and done < total else _NOTHING,
    }
    for column, (label, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.caption(label)
        column.markdown(f"**{value}**")


def _bars(bars: Sequence[Bar]) -> None:
    columns = st.columns(2 if len(bars) > 1 else 1)
    for position, bar in enumerate(bars):
        with columns[position % len(columns)]:
            st.progress(bar.done / bar.total if bar.total else 1.0, text=_over(bar))
            st.caption(bar.words)


def _warn_of_cut(bars: Sequence[Bar]) -> None:
    cut = sum(bar.cut for bar in bars)
    if cut:
        st.warning(
            f"{counted(cut, 'reply', 'replies')} {verb(cut, 'rests', 'rest')} on a prompt that was cut to fit"
            " the window: the judge did not see all that it was "
            "sent. They are counted apart in the results; a larger window (num_ctx) or less evidence mends it."
        )


def _over(bar: Bar) -> str:
    done = f"{bar.done:,} of {bar.total:,}" if bar.total else "no calls of its own"
    return f"{components.escaped(bar.name)} · {done}"


def _bar_here(judge: JudgeProgress) -> Bar:
    """A judge as this server counts it, with its replies by kind as they land."""
    kinds = [f"{count:,} {how}" for how, count in judge.forms.items()]
    before = [f"{judge.before:,} from before"] if judge.before else []
    return Bar(
        name=judge.name,
        done=judge.before + judge.done,
        total=judge.total,
        failed=judge.failed,
        cut=judge.cut,
        words=" · ".join([*before, *kinds, f"{judge.failed:,} failed", *_cut_in_words(judge.cut)]),
    )


def _bar(standing: JudgeStanding) -> Bar:
    """A judge by what is stored."""
    return Bar(
        name=standing.name,
        done=standing.answered + standing.failed,
        total=standing.calls,
        failed=standing.failed,
        cut=standing.cut,
        words=" · ".join(
            [
                f"{standing.answered:,} answered",
                f"{standing.failed:,} failed",
                f"{standing.missing:,} missing",
                *_cut_in_words(standing.cut),
            ]
        ),
    )


def _cut_in_words(cut: int) -> list[str]:
    return [f"{cut:,} on a cut prompt"] if cut else []


def _stored_errors(run_id: str) -> list[str]:
    """Distinct messages of failed calls with their counts, over all judges."""
    return [
        f"{count:,} × {message}" for judge in resources.standing(run_id) for message, count in judge.errors.items()
    ][:5]


def _errors(messages: Sequence[str], *, live: bool) -> None:
    if not messages and not live:
        return
    with st.container(height=ERRORS_HEIGHT if live else "content", border=live):
        st.caption("Last errors" if messages else "No errors so far")
        for message in messages:
            components.inert(message)


def _recorded(judges: Mapping[str, str]) -> None:
    """Why there is nothing to ask, and where each judge was recorded."""
    st.info("These judges ran elsewhere: what they said is measured as it was recorded, and nothing is asked.")
    for name, place in judges.items():
        components.inert(f"{name}: {place}")


def _ending(run: RunInfo, run_state: RunState, bars: Sequence[Bar], progress: Progress | None) -> None:
    """In words, what is stored and what is missing."""
    stored = sum(bar.done - bar.failed for bar in bars)
    missing = sum(bar.total - bar.done for bar in bars)
    failed = sum(bar.failed for bar in bars)
    if run_state == "done":
        st.success(
            f"Done: {counted(stored, 'reply', 'replies')} {verb(stored, 'is', 'are')} stored"
            + (f", {counted(failed, 'call')} failed." if failed else ".")
        )
    else:
        st.warning(
            f"{counted(stored, 'reply', 'replies')} {verb(stored, 'is', 'are')} stored,"
            f" {counted(failed, 'call')} failed and {missing:,} {verb(missing, 'is', 'are')} missing. "
            "Continuing asks exactly the missing ones."
        )
    message = run.message or (progress.message if progress else "")
    if message and run_state != "done":
        components.inert(message)


def _draw_links(run_ids: Sequence[str], *, chosen: str) -> None:
    if state.get(state.RUN) != chosen:
        st.rerun()
    for run_id in run_ids:
        run = resources.store().load_run(run_id)
        run_state = resources.state_of(run)
        parts = [run.id, run_state]
        if run_state != "done":
            standings = resources.standing(run_id)
            stored = sum(one.answered + one.failed for one in standings)
            parts.append(f"{stored:,} of {sum(one.calls for one in standings):,} calls")
        judges = resources.judge_names(run)
        parts.append(", ".join(judges[:3]) + (f" and {len(judges) - 3} more" if len(judges) > 3 else ""))
        st.button(
            components.escaped(" · ".join(parts)),
            key=f"look_at_{run_id}",
            type="tertiary",
            on_click=run_actions.look_at,
            args=(run_id,),
        )

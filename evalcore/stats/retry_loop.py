"""What a judge's errors cost at run time, in a loop that asks again until the judge accepts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryCost:
    """Expected figures of one question put to a generate–check–retry loop."""

    accepted_per_try: float
    """Chance that the judge accepts a fresh answer, right or wrong."""
    attempts: float
    """Answers generated, each checked once."""
    calls: float
    """Model calls: one to generate and one to check per attempt."""
    good_rejected: float
    """Good answers that were thrown away."""
    good_delivered: float
    """Chance that a good answer is accepted in the end."""
    bad_delivered: float
    """Chance that a bad answer is let through."""
    given_up: float
    """Chance that no attempt was accepted."""

    @property
    def bad_among_delivered(self) -> float | None:
        """Share of bad answers among those that are accepted; None when none ever is."""
        delivered = self.good_delivered + self.bad_delivered
        return self.bad_delivered / delivered if delivered else None


def retry_cost(pass_rate: float, *, tpr: float, tnr: float, attempts: int) -> RetryCost:
    """What a loop costs that generates an answer, has it judged, and tries again at most so often.

    An attempt is accepted with the chance ``p = pass_rate·tpr + (1 − pass_rate)(1 − tnr)``, so that the loop makes
    ``(1 − (1 − p)^attempts) / p`` attempts on average, and ``attempts`` when p is 0.

    Parameters
    ----------
    pass_rate
        Share of the application's fresh answers that are good, in [0, 1].
    tpr, tnr
        Share of good answers that the judge accepts, and of bad ones that it catches, in [0, 1].
    attempts
        After so many the loop gives up, at least 1.

    Notes
    -----
    Assumes that attempts at one question are independent draws. In truth a question that went wrong once
    goes wrong again more often, so that loops run longer and give up more often than this says.

    References
    ----------
    The mean of a geometric distribution cut off at ``attempts``.
    """
    good, bad = pass_rate * tpr, (1 - pass_rate) * (1 - tnr)
    accepted = good + bad
    given_up: float = (1 - accepted) ** attempts
    # Attempt n is made when n − 1 were rejected; summed, because the closed form divides by p, which may be tiny.
    tries = sum((1 - accepted) ** rejected for rejected in range(attempts))
    return RetryCost(
        accepted_per_try=accepted,
        attempts=tries,
        calls=2 * tries,
        good_rejected=pass_rate * (1 - tpr) * tries,
        good_delivered=good * tries,
        bad_delivered=bad * tries,
        given_up=given_up,
    )

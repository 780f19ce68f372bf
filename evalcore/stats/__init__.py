"""Statistics of a calibration: arrays and counts in, :class:`~evalcore.domain.Estimate` or plain numbers out.

``docs/statistics.md`` says what each figure means and when it is undefined.
"""

from evalcore.stats.agreement import ac1, balanced_accuracy, f1, kappa, mcc
from evalcore.stats.comparison import exact_mcnemar, holm, paired_difference
from evalcore.stats.correction import corrected_pass_rate, rogan_gladen
from evalcore.stats.intervals import wilson
from evalcore.stats.people import nominal_alpha
from evalcore.stats.stability import mean_over_cases, unequal_pair_share

__all__ = [
    "ac1",
    "balanced_accuracy",
    "corrected_pass_rate",
    "exact_mcnemar",
    "f1",
    "holm",
    "kappa",
    "mcc",
    "mean_over_cases",
    "nominal_alpha",
    "paired_difference",
    "rogan_gladen",
    "unequal_pair_share",
    "wilson",
]

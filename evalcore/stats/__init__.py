"""Statistics of a calibration: arrays and counts in, :class:`~evalcore.domain.Estimate` or plain numbers out.

``docs/statistics.md`` says what each figure means and when it is undefined.
"""

from evalcore.stats.agreement import ac1, balanced_accuracy, f1, kappa, mcc
from evalcore.stats.annotator_test import (
    AlternativeAnnotatorTest,
    AnnotatorComparison,
    alternative_annotator_test,
    benjamini_yekutieli,
)
from evalcore.stats.classes import class_precision, class_recall, macro_f1, macro_precision, macro_recall, precision
from evalcore.stats.clusters import (
    clustered_difference,
    clustered_mcnemar,
    clustered_proportion,
    counts_by_cluster,
    effective_n,
)
from evalcore.stats.comparison import (
    NonInferiority,
    exact_mcnemar,
    holm,
    non_inferiority,
    paired_difference,
    within_margin,
)
from evalcore.stats.correction import corrected_pass_rate, rogan_gladen
from evalcore.stats.intervals import clopper_pearson, simultaneous_level, wilson
from evalcore.stats.mix import reweighted
from evalcore.stats.mix_of_classes import mixed_balanced_accuracy, mixed_share
from evalcore.stats.people import fleiss_kappa, krippendorff_alpha, nominal_alpha
from evalcore.stats.planning import (
    best_bound,
    labels_for_half_width,
    labels_for_threshold,
    labels_if_perfect,
    labels_to_clear,
    threshold_power,
)
from evalcore.stats.planning_differences import (
    independent_discordance,
    labels_for_paired,
    labels_for_unpaired,
    paired_power,
)
from evalcore.stats.ratings import kendall, mean_absolute_error, spearman
from evalcore.stats.retry_loop import RetryCost, retry_cost
from evalcore.stats.stability import mean_over_cases, unequal_pair_share
from evalcore.stats.unpaired import implied_p_value, unpaired_difference
from evalcore.stats.weighted import ac2, weighted_kappa

__all__ = [
    "AlternativeAnnotatorTest",
    "AnnotatorComparison",
    "NonInferiority",
    "RetryCost",
    "ac1",
    "ac2",
    "alternative_annotator_test",
    "balanced_accuracy",
    "benjamini_yekutieli",
    "best_bound",
    "class_precision",
    "class_recall",
    "clopper_pearson",
    "clustered_difference",
    "clustered_mcnemar",
    "clustered_proportion",
    "corrected_pass_rate",
    "counts_by_cluster",
    "effective_n",
    "exact_mcnemar",
    "f1",
    "fleiss_kappa",
    "holm",
    "implied_p_value",
    "independent_discordance",
    "kappa",
    "kendall",
    "krippendorff_alpha",
    "labels_for_half_width",
    "labels_for_paired",
    "labels_for_threshold",
    "labels_for_unpaired",
    "labels_if_perfect",
    "labels_to_clear",
    "macro_f1",
    "macro_precision",
    "macro_recall",
    "mcc",
    "mean_absolute_error",
    "mean_over_cases",
    "mixed_balanced_accuracy",
    "mixed_share",
    "nominal_alpha",
    "non_inferiority",
    "paired_difference",
    "paired_power",
    "precision",
    "retry_cost",
    "reweighted",
    "rogan_gladen",
    "simultaneous_level",
    "spearman",
    "threshold_power",
    "unequal_pair_share",
    "unpaired_difference",
    "weighted_kappa",
    "wilson",
    "within_margin",
]

"""The doctor: a handful of probe calls that tell what a judge goes by, and whether its server does as it is asked.

``docs/doctor.md`` says what each finding rests on.
"""

from evalcore.doctor.background import Examination, Examinations
from evalcore.doctor.examining import examine
from evalcore.doctor.planning import CASES, PLAIN, DoctorPlan, plan_doctor
from evalcore.doctor.preparing import cases_to_probe, prepare_doctor, replies_of_runs
from evalcore.doctor.report import SCHEMA, DoctorReport, Exchange, Finding, Mark, to_document

__all__ = [
    "CASES",
    "PLAIN",
    "SCHEMA",
    "DoctorPlan",
    "DoctorReport",
    "Examination",
    "Examinations",
    "Exchange",
    "Finding",
    "Mark",
    "cases_to_probe",
    "examine",
    "plan_doctor",
    "prepare_doctor",
    "replies_of_runs",
    "to_document",
]

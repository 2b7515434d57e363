#!/usr/bin/env python3
"""Writes rank_golden.txt, which rank_test_test compares with: make_rank_golden.py > rank_golden.txt

Needs scipy (pip install scipy), which tests do not. Each line is: base | new | p-value | shift. The
last line has the p-values of all lines, corrected by scipy's false_discovery_control.
"""
import random

import numpy
from scipy import stats

r = random.Random(26)
p_values = []
for i in range(200):
    n, m = r.choice([1, 2, 3, 5, 8, 9, 12, 20, 30]), r.choice([1, 3, 4, 8, 10, 15, 30, 50])
    shift = r.choice([0, 0, 0.5, 1, 3])
    digits = r.choice([0, 1, 9])  # few digits make ties
    base = [round(r.gauss(10, 1), digits) for _ in range(n)]
    new = [round(r.gauss(10 + shift, 1.5), digits) for _ in range(m)]
    p = stats.mannwhitneyu(base, new, alternative="two-sided", method="auto").pvalue
    p = 1.0 if numpy.isnan(p) else float(p)  # all are equal
    p_values.append(p)
    hodges_lehmann = float(numpy.median(numpy.subtract.outer(new, base)))
    print(*base, "|", *new, "|", repr(p), "|", repr(hodges_lehmann))
print(*[repr(float(q)) for q in stats.false_discovery_control(p_values)])

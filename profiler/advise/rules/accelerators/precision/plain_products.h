#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_PLAIN_PRODUCTS_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_PLAIN_PRODUCTS_H_

#include <optional>

#include "profiler/advise/rule.h"
#include "profiler/analysis/ops/precision/compute_precision.h"
#include "profiler/base/int128.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The time whose precision is known, and the part of it in 16 bit or less.
Int128 KnownTime(const ComputePrecision& found);
double LowShare(const ComputePrecision& found);

// The part of the known time in matrix products of PyTorch or JAX that tensor cores could multiply
// as TF32: PyTorch allows it by default for convolutions alone. 0 if it is little.
double ShareWithoutTf32(const Profile& profile, const ComputePrecision& found, Int128 known,
                        std::optional<double> capability, double low);

// Makes the finding a warning where such products take `most` of a step or more and little is in 16
// bit: a line of code changes that. It saves what TF32 is faster by, at half of the peak in 16 bit,
// if that is known.
void WarnOfPlainProducts(const RuleInput& input, const ComputePrecision& found, double low,
                         double most, Finding& finding);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_PRECISION_PLAIN_PRODUCTS_H_

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/compute_precision.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/format_value.h"

namespace profiler {
namespace {

struct PrecisionThresholds {
  Threshold low = {"low", 0.1, "a share of 16-bit compute time below this, 0 to 1, is little", 1};
};

struct PrecisionRow {
  std::string_view name;
  Int128 time;
  int64_t ops;
};

Report Evidence(const ComputePrecision& found) {
  constexpr std::array<std::string_view, kPrecisionCount> kNames = {"16 bit", "32 bit",
                                                                    "other types", "unknown"};
  std::vector<PrecisionRow> rows;
  for (size_t i = 0; i < kPrecisionCount; ++i) {
    if (found.ops[i] > 0) rows.push_back({kNames[i], found.time[i], found.ops[i]});
  }
  using C = ColumnOf<PrecisionRow>;
  return EvidenceOf<PrecisionRow>(
      {
          C::Number("micros", Unit::kMicros, "", "Accelerator time in a step.",
                    &PrecisionRow::time),
          C::Number("ops", Unit::kCount, "", "How many ops took it.", &PrecisionRow::ops),
      },
      rows, &PrecisionRow::name);
}

std::string Command(const ComputePrecision& found) {
  std::vector<std::string> types;
  for (std::string_view type : found.types) types.push_back(NameRegex(type));
  return fmt::format(
      "op -account_type_regexes {} -select accelerator_micros -order_by "
      "accelerator_micros",
      QuoteWord(fmt::format("{}", fmt::join(types, ","))));
}

Finding Judge(const ComputePrecision& found, Int128 known, double low) {
  const double share = Percentage(found[Precision::kBits16], known);
  Finding finding;
  const bool is_low = share < 100 * low;
  finding.id = is_low ? "little_16_bit" : "precision";
  finding.text = fmt::format(
      "{} of the {} a step in matrix products and convolutions on accelerators is in 16 bit, "
      "{:.0f}% in 32 bit{}",
      found[Precision::kBits16] == 0 ? "none" : fmt::format("{:.0f}%", share),
      FormatValue(known, Unit::kMicros), Percentage(found[Precision::kBits32], known),
      is_low ? ": mixed precision (bfloat16 or float16) is faster there, if the accuracy allows it"
             : "");
  finding.command = Command(found);
  finding.evidence.push_back(Evidence(found));
  return finding;
}

absl::StatusOr<Verdict> JudgePrecision(const InputOf<PrecisionThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  PROFILER_ASSIGN_OR_RETURN(const ComputePrecision found,
                            ComputePrecisions(input.selected, *values, input.context));
  const Int128 unknown = found[Precision::kUnknown];
  const Int128 known =
      found[Precision::kBits16] + found[Precision::kBits32] + found[Precision::kOther];
  Verdict verdict;
  if (known > 0) verdict.findings.push_back(Judge(found, known, input.thresholds.low));
  if (unknown > 0) {
    verdict.lacks = fmt::format(
        "the types of matrix products and convolutions that take {} a step on accelerators were "
        "not recorded",
        FormatValue(unknown, Unit::kMicros));
  } else if (known == 0) {
    verdict.lacks = found.misses_times
                        ? "an accelerator was used, and its kernel times were not recorded"
                        : "no matrix product or convolution ran on an accelerator";
  }
  return verdict;
}

}  // namespace

extern const Rule kPrecisionChecker = RuleOf<PrecisionThresholds>{
    .name = "PrecisionChecker",
    .summary = "how much of the compute time on accelerators is in 16 bit",
    .run = JudgePrecision,
    .is_in_overview = true,
};

}  // namespace profiler

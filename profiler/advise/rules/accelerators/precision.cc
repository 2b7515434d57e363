#include "profiler/advise/rules/accelerators/precision.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/ops/compute_precision.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/format_value.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr std::array<std::string_view, kPrecisionCount> kNames = {"16 bit", "32 bit", "other types",
                                                                  "unknown"};

Report Evidence(const ComputePrecision& found) {
  Report table;
  table.columns = {
      TableColumn("micros", ColumnType::kNumber, Unit::kMicros, "", "Accelerator time in a step."),
      TableColumn("ops", ColumnType::kNumber, Unit::kCount, "", "How many ops took it."),
  };
  for (size_t i = 0; i < kPrecisionCount; ++i) {
    if (found.ops[i] == 0) continue;
    table.rows.push_back({std::string(kNames[i]), {std::string(kNames[i])}, 0, -1, true});
    table.columns[0].own.push_back(found.time[i]);
    table.columns[1].own.push_back(found.ops[i]);
  }
  return table;
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
  finding.evidence = Evidence(found);
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> Precision16(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const auto values,
                            GetOpValues(input.selected, input.query, input.context));
  const ComputePrecision found = ComputePrecisions(input.profile(), *values);
  const Int128 unknown = found[Precision::kUnknown];
  const Int128 known =
      found[Precision::kBits16] + found[Precision::kBits32] + found[Precision::kOther];
  Verdict verdict;
  if (known > 0) verdict.findings.push_back(Judge(found, known, input.threshold("low")));
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

}  // namespace profiler

#include "profiler/compare/page/causes/message_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr double kLeastOfChange = 0.05;  // of the step's change

// The row of this name, if it changed as the step did; else null.
const DiffRow* ChangedAsStep(std::string_view name, const std::vector<DiffRow>& rows,
                             const Change& step) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const DiffRow& row) {
    return row.name == name && row.change.is_changed() &&
           row.change.delta / step.delta >= kLeastOfChange;
  });
  return found == rows.end() ? nullptr : &*found;
}

// How many times as often it runs in a step.
double TimesAsOften(const DiffRow& row) {
  return row.base_runs > 0 && row.new_runs > 0 ? row.new_runs / row.base_runs : 1;
}

// The bytes of a rank in a step; NaN if unknown.
double BytesInStep(const KindExchange& of, const Side& side) {
  return of.all_bytes / static_cast<double>(side.totals.size());
}

// "Float in place of BFloat16"; "" if the types are the same or unknown.
std::string TypesText(const KindExchange& before, const KindExchange& now) {
  if (before.types.empty() || now.types.empty() || before.types == now.types) return "";
  return fmt::format("{} in place of {}", fmt::join(now.types, " and "),
                     fmt::join(before.types, " and "));
}

// "206 MB a step and rank, before 103 MB"; "" if that differs little, is unknown, or is what so
// many times as many collectives of the same size send.
std::string BytesText(double before, double now, double times_as_often) {
  constexpr double kNoticed = 0.05;
  if (!(before > 0) || !(std::abs(now / before - 1) >= kNoticed)) return "";
  if (std::abs(now / before / times_as_often - 1) < kNoticed) return "";
  return fmt::format("{} a step and rank, before {}", ScaledText(now, Unit::kBytes),
                     ScaledText(before, Unit::kBytes));
}

}  // namespace

std::string MessageSentence(const Change& step, const std::vector<DiffRow>& parts,
                            const std::vector<DiffRow>& collectives, const Side& base,
                            const Side& next) {
  constexpr size_t kMostNamed = 3;
  if (!step.is_slower_or_faster()) return "";
  if (ChangedAsStep(Name(StepPart::kCollectives), parts, step) == nullptr) return "";
  std::vector<std::string> texts;
  for (const KindExchange& now : next.exchanges.kinds) {
    for (const KindExchange& before : base.exchanges.kinds) {
      if (now.kind != before.kind) continue;
      const DiffRow* const row = ChangedAsStep(Name(now.kind), collectives, step);
      if (row == nullptr) continue;
      std::vector<std::string> facts = {
          TypesText(before, now),
          BytesText(BytesInStep(before, base), BytesInStep(now, next), TimesAsOften(*row))};
      std::erase(facts, "");
      if (facts.empty()) continue;
      texts.push_back(fmt::format("{} {}", Name(now.kind), fmt::join(facts, ", ")));
    }
  }
  if (texts.empty()) return "";
  return fmt::format("Collectives send other data: {}", Listed(texts, kMostNamed));
}

}  // namespace profiler

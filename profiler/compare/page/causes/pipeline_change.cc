#include "profiler/compare/page/causes/pipeline_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string_view>

#include "profiler/analysis/input/input_waits.h"

namespace profiler {
namespace {

using Stages = std::set<std::string_view>;

// Those of "Iterator::Root::Prefetch::Map[0]": Root, Prefetch and Map.
void AddStages(std::string_view iterator, Stages& stages) {
  constexpr std::string_view kBetween = "::";
  for (size_t at = kIteratorName.size(); at < iterator.size();) {
    const size_t end = std::min(iterator.find(kBetween, at), iterator.size());
    const std::string_view stage = iterator.substr(at, end - at);
    stages.insert(stage.substr(0, stage.find('[')));
    at = end + kBetween.size();
  }
}

std::string OnlyIn(std::string_view side, const Stages& of, const Stages& others) {
  constexpr size_t kMostStages = 4;
  std::vector<std::string_view> only;
  std::set_difference(of.begin(), of.end(), others.begin(), others.end(), std::back_inserter(only));
  if (only.empty()) return "";
  const size_t more = only.size() - std::min(only.size(), kMostStages);
  only.resize(only.size() - more);
  return fmt::format("only in {}: {}{}", side, fmt::join(only, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

std::string PipelineSentence(const Change& step, const std::vector<DiffRow>& ops) {
  constexpr double kGoodPart = 0.1;  // of the step's change
  if (!step.is_slower_or_faster()) return "";
  Stages base, next;
  double most = 0;
  for (const DiffRow& op : ops) {
    if (!op.name.starts_with(kIteratorName)) continue;
    if (!std::isnan(op.change.base)) {
      AddStages(op.base_name.empty() ? op.name : op.base_name, base);
    }
    if (!std::isnan(op.change.next)) AddStages(op.name, next);
    if (op.change.is_changed()) most = std::max(most, std::abs(op.change.delta));
  }
  if (base.empty() || next.empty() || most < kGoodPart * std::abs(step.delta)) return "";
  const std::string of_base = OnlyIn("the base", base, next);
  const std::string of_next = OnlyIn("the new profile", next, base);
  if (of_base.empty() && of_next.empty()) return "";
  return fmt::format("Stages of tf.data that ran {}{}{}", of_base,
                     of_base.empty() || of_next.empty() ? "" : "; ", of_next);
}

}  // namespace profiler

#include "profiler/analysis/trees/op_group_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/input_shapes.h"
#include "profiler/analysis/values/account.h"
#include "profiler/analysis/values/step_statistic.h"

namespace profiler {
namespace {

// The sum of some ops' values.
Value Together(const OpValues& values, Statistic statistic, const std::vector<int32_t>& items,
               Measure measure) {
  Value sum = kAbsent;
  for (int32_t item : items) AddValue(sum, values.of.Get(item, measure));
  if (statistic == Statistic::kMean || statistic == Statistic::kPerStep) return sum;
  StepSeries series = values.steps->Empty();
  for (int32_t item : items) values.AddSteps(item, measure, series);
  const auto steps = static_cast<int64_t>(values.steps->numbers().size());
  const Value value = StatisticOf(statistic, steps)(series);
  return value == kAbsent ? sum : value;
}

}  // namespace

OpGroupSums::OpGroupSums(const Profile& profile, const Query& query, const OpValues& values)
    : profile_(profile),
      values_(values),
      all_types_(query.selection.account_types.all()),
      all_(all_types_ && values.ran_there.empty()),
      count_overlaps_(Quirks(query.compat_tfprof).Has(Quirk::kOverlappingTypes)),
      matched_(MatchedTypePatterns(profile, query, values)) {}

bool OpGroupSums::Matches(int32_t item) const {
  const auto op = static_cast<uint32_t>(item);
  return op < matched_.size() ? matched_[op] > 0 : all_types_;
}

GroupedItems OpGroupSums::Pick(const GroupedItems& groups) const {
  if (all_) return groups;
  GroupedItems picked;
  for (size_t group = 0; group < groups.size(); ++group) {
    for (int32_t item : groups[group]) {
      if (Matches(item)) picked.Add(item);
    }
    picked.EndList();
  }
  return picked;
}

int64_t OpGroupSums::Count(Items picked) const {
  int64_t count = 0;
  for (int32_t item : picked) {
    count += values_.of.defined()[item];
    overlapped_ = overlapped_ || Times(item) > 1;
  }
  return count;
}

Value OpGroupSums::Sum(Items picked, Measure measure) const {
  Value sum = kAbsent;
  if (!values_.of.Has(measure)) return sum;
  const std::vector<Value>& of_item = values_.of.column(measure);
  for (int32_t item : picked) {
    const uint32_t times = Times(item);
    AddValue(sum, of_item[item]);
    if (measure == Measure::kOccurrence) continue;
    for (uint32_t more = 1; more < times; ++more) AddValue(sum, of_item[item]);
  }
  return sum;
}

Values OpGroupSums::Sum(Items picked) const {
  Values sum = Values::Absent();
  for (size_t m = 0; m < kMeasureCount; ++m) {
    sum.by_measure[m] = Sum(picked, static_cast<Measure>(m));
  }
  sum.defined = Count(picked);
  return sum;
}

void OpGroupSums::AddSteps(Items picked, Measure measure, StepSeries& series) const {
  for (int32_t item : picked) {
    const uint32_t times = measure == Measure::kOccurrence ? 1 : Times(item);
    for (uint32_t time = 0; time < times; ++time) values_.AddSteps(item, measure, series);
  }
}

std::vector<std::string> OpGroupSums::Texts(Items picked, OpText text) const {
  std::set<std::string_view> texts;
  for (int32_t item : picked) {
    const auto row = static_cast<uint32_t>(item);
    if (row >= profile_.op_count()) continue;
    const OpId op(row);
    if (text == OpText::kDevice) {
      // An op that never ran has no device. tfprof lists an empty name for it.
      const DeviceId device = profile_.ops.row[op].assigned_device;
      texts.insert(device.valid() ? profile_.strings[profile_.devices[device].name] : "");
    } else if (text == OpText::kTypes) {
      for (StringId type : profile_.ops.types[op]) texts.insert(profile_.strings[type]);
    }
  }
  return {texts.begin(), texts.end()};
}

std::vector<InputShapeUse> ShapeUses(const Profile& profile, const Quirks& quirks,
                                     const OpValues& values, Statistic statistic, Items picked) {
  struct Group {
    std::string text;
    std::vector<int32_t> items;
  };
  const InputShapes shapes(profile, quirks);
  std::vector<Group> groups;
  absl::flat_hash_map<std::string, size_t> group_of_text;
  std::string text;
  for (int32_t item : picked) {
    const auto op = static_cast<uint32_t>(item);
    if (op >= profile.op_count()) continue;
    text.clear();
    shapes.AppendJoined(OpId(op), ",\t", text);
    const auto [it, is_new] = group_of_text.try_emplace(text, groups.size());
    if (is_new) groups.push_back({text, {}});
    groups[it->second].items.push_back(item);
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.text < b.text; });
  std::vector<InputShapeUse> uses;
  for (const Group& group : groups) {
    InputShapeUse use;
    use.shapes = shapes.Of(OpId(static_cast<uint32_t>(group.items.front())));
    use.defined = static_cast<Value>(group.items.size());
    use.runs = Together(values, statistic, group.items, Measure::kOccurrence);
    use.time = Together(values, statistic, group.items, Measure::kMicros);
    uses.push_back(std::move(use));
  }
  std::stable_sort(uses.begin(), uses.end(),
                   [](const InputShapeUse& a, const InputShapeUse& b) { return a.runs > b.runs; });
  return uses;
}

}  // namespace profiler

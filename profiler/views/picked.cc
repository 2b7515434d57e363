#include "profiler/views/picked.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/views/account.h"
#include "profiler/views/columns.h"
#include "profiler/views/step_statistic.h"

namespace profiler {
namespace {

// What some ops amount to.
Value Together(const OpValues& values, Statistic statistic, const std::vector<int32_t>& items,
               Measure measure) {
  Value sum = kAbsent;
  for (int32_t item : items) AddValue(sum, values.of[item][measure]);
  if (statistic == Statistic::kMean || statistic == Statistic::kPerStep) return sum;
  StepSeries series = values.steps->Empty();
  for (int32_t item : items) values.AddSteps(item, measure, series);
  const Value value = StatisticOf(statistic)(series);
  return value == kAbsent ? sum : value;
}

}  // namespace

Picker::Picker(const Profile& profile, const Query& query, const OpValues& values)
    : profile_(profile),
      values_(values),
      all_types_(query.selection.account_types.all()),
      all_(all_types_ && values.ran_there.empty()),
      count_overlaps_(Quirks(query.compat_tfprof).Has(Quirk::kOverlappingTypes)),
      matched_(MatchedTypePatterns(profile, query, values)) {}

bool Picker::Matches(int32_t item) const {
  const auto op = static_cast<uint32_t>(item);
  return op < matched_.size() ? matched_[op] > 0 : all_types_;
}

std::vector<int32_t> Picker::Pick(const std::vector<int32_t>& items) const {
  if (all_) return items;
  std::vector<int32_t> picked;
  for (int32_t item : items) {
    if (Matches(item)) picked.push_back(item);
  }
  return picked;
}

Values Picker::Sum(const std::vector<int32_t>& picked) const {
  Values sum = Values::Absent();
  for (int32_t item : picked) {
    Values one = values_.of[item];
    sum.Add(one);
    const uint32_t times = Times(item);
    if (times < 2) continue;
    overlapped_ = true;
    one.defined = 0;
    one[Measure::kOccurrence] = kAbsent;
    for (uint32_t more = 1; more < times; ++more) sum.Add(one);
  }
  return sum;
}

void Picker::AddSteps(const std::vector<int32_t>& picked, Measure measure,
                      StepSeries& series) const {
  for (int32_t item : picked) {
    const uint32_t times = measure == Measure::kOccurrence ? 1 : Times(item);
    for (uint32_t time = 0; time < times; ++time) values_.AddSteps(item, measure, series);
  }
}

std::vector<std::string> Picker::Texts(const std::vector<int32_t>& picked,
                                       const ReportColumn& column) const {
  std::set<std::string_view> texts;
  for (int32_t item : picked) {
    const auto row = static_cast<uint32_t>(item);
    if (row >= profile_.op_count()) continue;
    const OpId op(row);
    if (column.field == Field::kDevice) {
      // An op that never ran is on no device: tfprof lists that as an empty name.
      const DeviceId device = profile_.ops.row[op].assigned_device;
      texts.insert(device.valid() ? profile_.strings[profile_.devices[device].name] : "");
    } else if (column.field == Field::kOpTypes) {
      for (StringId type : profile_.ops.types[op]) texts.insert(profile_.strings[type]);
    }
  }
  return {texts.begin(), texts.end()};
}

std::vector<InputShapeUse> ShapeUses(const Profile& profile, const Quirks& quirks,
                                     const OpValues& values, Statistic statistic,
                                     const std::vector<int32_t>& picked) {
  struct Group {
    std::vector<std::string> shapes;
    std::vector<int32_t> items;
  };
  std::map<std::string, Group> by_text;
  for (int32_t item : picked) {
    const auto op = static_cast<uint32_t>(item);
    if (op >= profile.op_count()) continue;
    std::vector<std::string> shapes = InputShapes(profile, quirks, OpId(op));
    Group& group = by_text[fmt::format("{}", fmt::join(shapes, ",\t"))];
    group.shapes = std::move(shapes);
    group.items.push_back(item);
  }
  std::vector<InputShapeUse> uses;
  for (auto& [text, group] : by_text) {
    InputShapeUse use;
    use.shapes = std::move(group.shapes);
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

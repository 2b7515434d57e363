#include "profiler/views/picked.h"

#include <set>

#include "profiler/views/account.h"

namespace profiler {

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

}  // namespace profiler

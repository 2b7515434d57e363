#include "profiler/views/op_rows.h"

#include <algorithm>
#include <numeric>

#include "profiler/views/account.h"
#include "profiler/views/columns.h"

namespace profiler {

std::vector<int32_t> OpNames::Sorted() const {
  std::vector<int32_t> items;
  items.reserve(values_.of.size());
  for (int32_t item = 0; item < size(); ++item) {
    if (!values_.LeavesOut(item)) items.push_back(item);
  }
  std::sort(items.begin(), items.end(),
            [this](int32_t a, int32_t b) { return (*this)[a] < (*this)[b]; });
  return items;
}

void FillOpNodes(const Profile& profile, const Query& query, const OpValues& values,
                 const std::string& parent_type, TreeInput& input) {
  const std::vector<int32_t>& item = input.skeleton->item;
  const std::vector<uint32_t> matched = MatchedTypePatterns(profile, query, values);
  // Where places are left out, a scope stays for the ops below it that ran elsewhere.
  const bool parents_match =
      values.ran_there.empty() && query.selection.account_types.Matches(parent_type);
  input.own.resize(item.size());
  input.accounted.resize(item.size());
  for (size_t n = 0; n < item.size(); ++n) {
    if (item[n] == kNoNode) {
      input.own[n] = Values::Zero();
      input.own[n].defined = 1;
      input.accounted[n] = parents_match;
      continue;
    }
    const auto op = static_cast<uint32_t>(item[n]);
    input.own[n] = values.of[op];
    input.accounted[n] =
        op < matched.size() ? matched[op] > 0 : query.selection.account_types.all();
  }
  for (const auto& [node, more] : input.skeleton->more) {
    const auto op = static_cast<uint32_t>(more);
    if (op < matched.size() ? matched[op] == 0 : !query.selection.account_types.all()) continue;
    if (!input.accounted[node]) input.own[node] = Values::Absent();
    input.accounted[node] = 1;
    input.own[node].Add(values.of[more]);
  }
}

std::vector<std::string> OpNodeTexts(const Profile& profile, const Quirks& quirks, int32_t item,
                                     const std::string& parent_type, const ReportColumn& column) {
  const auto row = static_cast<uint32_t>(item);
  if (item == kNoNode || row >= profile.op_count()) {
    if (column.field != Field::kOpTypes) return {};
    return {item == kNoNode ? parent_type : std::string(kOutsideSteps)};
  }
  const OpId op(row);
  std::vector<std::string> texts;
  if (column.field == Field::kDevice) {
    const DeviceId device = profile.ops.row[op].assigned_device;
    if (device.valid()) texts.emplace_back(profile.strings[profile.devices[device].name]);
  } else if (column.field == Field::kOpTypes) {
    texts = OpTypes(profile, op);
  } else if (column.field == Field::kInputShapes) {
    texts = InputShapes(profile, quirks, op);
  } else if (column.field == Field::kParams) {
    for (int64_t dim : profile.ops.shape[op]) texts.push_back(std::to_string(dim));
  }
  return texts;
}

}  // namespace profiler

#include "profiler/views/op_rows.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/views/account.h"
#include "profiler/views/columns.h"

namespace profiler {
namespace {

// The items that make up each node's own values.
struct NodeItems {
  std::vector<int32_t> first;  // or kNoNode
  absl::flat_hash_map<int32_t, std::vector<int32_t>> more;
};

absl::Status FillSteps(const Query& query, const OpValues& values, NodeItems items,
                       const RunContext& context, TreeInput& input) {
  if (values.StatisticOf(query) == Statistic::kMean) return absl::OkStatus();
  const auto nodes = static_cast<int32_t>(items.first.size());
  input.steps =
      MakeStepSource(query, values,
                     [&values, items = std::make_shared<const NodeItems>(std::move(items))](
                         int32_t node, Measure measure, StepSeries& series) {
                       const int32_t first = items->first[node];
                       if (first != kNoNode) values.AddSteps(first, measure, series);
                       const auto more = items->more.find(node);
                       if (more == items->more.end()) return;
                       for (int32_t item : more->second) values.AddSteps(item, measure, series);
                     });
  return ApplyToOwn(
      input.steps, [&](int32_t node) -> Values& { return input.own[node]; }, nodes, context);
}

}  // namespace

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

absl::Status FillOpNodes(const Profile& profile, const Query& query, const OpValues& values,
                         const std::string& parent_type, const RunContext& context,
                         TreeInput& input) {
  const std::vector<int32_t>& item = input.skeleton->item;
  const std::vector<uint32_t> matched = MatchedTypePatterns(profile, query, values);
  const auto counts = [&](uint32_t op) {
    return op < matched.size() ? matched[op] > 0 : query.selection.account_types.all();
  };
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
    input.accounted[n] = counts(op);
  }
  NodeItems items{item, {}};
  for (const auto& [node, more] : input.skeleton->more) {
    if (!counts(static_cast<uint32_t>(more))) continue;
    if (!input.accounted[node]) {
      input.own[node] = Values::Absent();
      items.first[node] = kNoNode;
    }
    input.accounted[node] = 1;
    input.own[node].Add(values.of[more]);
    items.more[node].push_back(more);
  }
  return FillSteps(query, values, std::move(items), context, input);
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

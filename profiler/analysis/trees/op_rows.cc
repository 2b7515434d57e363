#include "profiler/analysis/trees/op_rows.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/input_shapes.h"
#include "profiler/analysis/values/account.h"

namespace profiler {
namespace {

// The items whose values are a node's own values.
struct NodeItems {
  std::vector<int32_t> first;  // by node; or kNoNode
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
      input.steps,
      [&](int32_t node, Measure measure, Value value) { input.own.Set(node, measure, value); },
      nodes, context);
}

}  // namespace

std::shared_ptr<const std::vector<int32_t>> ItemsByName(const Profile& profile,
                                                        const OpValues& values,
                                                        RunContext& context) {
  return context.memo().Get<std::vector<int32_t>>(
      profile.identity, "ops by name" + values.ItemsKey(), [&] {
        const OpNames names(profile, values);
        std::vector<std::pair<std::string_view, int32_t>> items;
        items.reserve(values.of.size());
        for (int32_t item = 0; item < names.size(); ++item) {
          if (!values.LeavesOut(item)) items.emplace_back(names[item], item);
        }
        std::sort(items.begin(), items.end());  // items of the same name stay in order
        std::vector<int32_t> sorted;
        sorted.reserve(items.size());
        for (const auto& [name, item] : items) sorted.push_back(item);
        return sorted;
      });
}

absl::Status FillOpNodes(const Profile& profile, const Query& query, const OpValues& values,
                         const std::string& parent_type, const RunContext& context,
                         TreeInput& input) {
  const std::vector<int32_t>& item = input.skeleton->item;
  const std::vector<uint32_t> matched = MatchedTypePatterns(profile, query, values);
  const auto counts = [&](uint32_t op) {
    return op < matched.size() ? matched[op] > 0 : query.selection.account_types.all();
  };
  // If places are left out, a scope is still shown for ops below it that ran in other places.
  const bool parents_match =
      values.ran_there.empty() && query.selection.account_types.Matches(parent_type);
  const int32_t outside = OutsideCounts(query) ? kNoNode : values.OutsideItem();
  StartValues(query, values, input);
  input.accounted.resize(item.size());
  for (size_t n = 0; n < item.size(); ++n) {
    input.accounted[n] =
        item[n] == kNoNode ? parents_match : counts(static_cast<uint32_t>(item[n]));
    input.own.defined()[n] = item[n] == kNoNode ? 1 : values.of.defined()[item[n]];
    if (item[n] != kNoNode && item[n] == outside) input.apart = static_cast<int32_t>(n);
  }
  ForEach(input.own.measures(), [&](Measure m) {
    const std::vector<Value>& of_item = values.of.column(m);
    std::vector<Value>& own = input.own.column(m);
    for (size_t n = 0; n < item.size(); ++n) own[n] = item[n] == kNoNode ? 0 : of_item[item[n]];
  });
  NodeItems items{item, {}};
  for (const auto& [node, more] : input.skeleton->more) {
    if (!counts(static_cast<uint32_t>(more))) continue;
    if (!input.accounted[node]) {
      input.own.Set(node, Values::Absent());
      items.first[node] = kNoNode;
    }
    input.accounted[node] = 1;
    input.own.Add(node, values.of[more]);
    items.more[node].push_back(more);
  }
  return FillSteps(query, values, std::move(items), context, input);
}

std::vector<std::string> OpNodeTexts(const Profile& profile, const Quirks& quirks, int32_t item,
                                     const std::string& parent_type, OpText text) {
  const auto row = static_cast<uint32_t>(item);
  if (item == kNoNode || row >= profile.op_count()) {
    if (text != OpText::kTypes) return {};
    return {item == kNoNode ? parent_type : std::string(kOutsideSteps)};
  }
  const OpId op(row);
  std::vector<std::string> texts;
  if (text == OpText::kDevice) {
    const DeviceId device = profile.ops.row[op].assigned_device;
    if (device.valid()) texts.emplace_back(profile.strings[profile.devices[device].name]);
  } else if (text == OpText::kTypes) {
    texts = OpTypes(profile, op);
  } else if (text == OpText::kInputShapes) {
    texts = InputShapes(profile, quirks).Of(op);
  } else if (text == OpText::kShape) {
    for (int64_t dim : profile.ops.shape[op]) texts.push_back(std::to_string(dim));
  }
  return texts;
}

}  // namespace profiler

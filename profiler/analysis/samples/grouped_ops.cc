#include "profiler/analysis/samples/grouped_ops.h"

#include <fmt/format.h>

#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/samples/ops_in_steps.h"
#include "profiler/analysis/samples/own_time.h"

namespace profiler {
namespace {

std::string_view LineName(const Profile& profile, FrameId id, WorkInSteps& work) {
  if (!id.valid()) return kNoLineName;
  const FrameRow& frame = profile.frames[id];
  const std::string_view file = profile.strings[frame.file];
  const std::string_view function = profile.strings[frame.function];
  work.made->push_back(frame.line == kUnknown ? std::string(file)
                                              : fmt::format("{}:{}", file, frame.line));
  if (!function.empty()) work.made->back() += fmt::format(" ({})", function);
  return work.made->back();
}

}  // namespace

uint32_t GroupedOps::AddItem(WorkInSteps::Item item) {
  work.items.push_back(item);
  return static_cast<uint32_t>(work.items.size() - 1);
}

void GroupedOps::MakeRoom() {
  if (!any_known) return;
  work.times.resize(work.items.size() * work.steps);
  beside.resize(work.items.size());
}

void GroupedOps::MarkBeside() {
  for (size_t i = 0; i < beside.size(); ++i) {
    if (beside[i] == 0) continue;
    const std::span<const double> times = work.Of(i);
    work.items[i].is_beside = 2 * beside[i] > std::accumulate(times.begin(), times.end(), 0.0);
  }
}

std::vector<OpId> WrittenOps(const Profile& profile) {
  const StringId mark = profile.strings.Find(kUserMarkType);
  std::vector<OpId> written(profile.op_count());
  for (uint32_t i = 0; i < written.size(); ++i) {
    const OpId op = WrittenOp(profile, OpId(i));
    const OpRow& row = profile.ops.row[op];
    const bool is_mark = row.type.valid() && row.type == mark;
    if (row.kind != OpKind::kRuntime && !is_mark) written[i] = op;
  }
  return written;
}

GroupedOps OpsByNameAndType(const Profile& profile, const std::vector<OpId>& written,
                            size_t steps) {
  GroupedOps groups;
  groups.any_known = true;
  groups.work.items.reserve(written.size());
  absl::flat_hash_map<std::pair<StringId, StringId>, uint32_t> index;
  index.reserve(written.size());
  groups.of_op.assign(written.size(), GroupedOps::kNoGroup);
  for (uint32_t i = 0; i < written.size(); ++i) {
    if (!written[i].valid()) continue;
    const OpRow& row = profile.ops.row[written[i]];
    const auto [it, is_new] = index.try_emplace({row.name, row.type}, 0);
    if (is_new) {
      it->second =
          groups.AddItem({profile.strings[row.name], profile.strings[row.type], written[i], {}, 0});
    }
    groups.of_op[i] = it->second;
  }
  groups.work.steps = steps;
  groups.MakeRoom();
  return groups;
}

GroupedOps OpsByScope(const Profile& profile, const std::vector<OpId>& written,
                      const std::vector<char>& python, size_t steps, bool has_own_time) {
  GroupedOps groups;
  groups.work.steps = steps;
  const std::vector<std::string_view> own =
      has_own_time ? ScopesOfOwnTime(profile, python, *groups.work.made)
                   : std::vector<std::string_view>();
  absl::flat_hash_map<std::string_view, uint32_t> index;
  groups.of_op.assign(written.size(), GroupedOps::kNoGroup);
  for (uint32_t i = 0; i < written.size(); ++i) {
    std::string_view scope = own.empty() ? std::string_view() : own[i];
    if (!written[i].valid() && scope.empty()) continue;
    if (scope.empty()) scope = ScopeOf(profile, OpId(i));
    if (scope.empty()) scope = ScopeOf(profile, written[i]);
    groups.any_known |= !scope.empty();
    const auto [it, is_new] = index.try_emplace(scope, 0);
    if (is_new) {
      const std::string_view name = scope.empty() ? kNoScopeName : scope;
      it->second = groups.AddItem({name, {}, written[i].valid() ? written[i] : OpId(i), {}, 0});
    }
    groups.of_op[i] = it->second;
  }
  groups.MakeRoom();
  return groups;
}

GroupedOps OpsByLine(const Profile& profile, const std::vector<OpId>& written,
                     const std::vector<char>& python, size_t steps) {
  GroupedOps groups;
  groups.work.steps = steps;
  groups.of_op.assign(written.size(), GroupedOps::kNoGroup);
  absl::flat_hash_map<FrameId, uint32_t> of_frame;
  absl::flat_hash_map<std::string_view, uint32_t> of_name;
  for (uint32_t i = 0; i < written.size(); ++i) {
    if (!written[i].valid() && python[i] == 0) continue;
    const OpId op = written[i].valid() ? written[i] : OpId(i);
    FrameId innermost = profile.ops.row[OpId(i)].frame;
    if (!innermost.valid()) innermost = profile.ops.row[op].frame;
    const auto [it, is_new] = of_frame.try_emplace(innermost, 0);
    if (is_new) {
      const FrameId frame = innermost.valid() ? UserFrame(profile, innermost) : FrameId();
      groups.any_known |= frame.valid();
      const std::string_view name = LineName(profile, frame, groups.work);
      const auto [named, is_new_name] = of_name.try_emplace(name, 0);
      if (is_new_name) named->second = groups.AddItem({name, {}, op, frame, 0});
      it->second = named->second;
    }
    groups.of_op[i] = it->second;
  }
  groups.MakeRoom();
  return groups;
}

}  // namespace profiler

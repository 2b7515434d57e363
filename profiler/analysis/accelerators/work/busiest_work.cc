#include "profiler/analysis/accelerators/work/busiest_work.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/ops/torch/forward_frames.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/framework_name.h"
#include "profiler/analysis/values/mark_names.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/work_of_ops.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// Adds up the work of one kind.
class GroupSum {
 public:
  void Add(StringId name, StringId kernel, FrameId frame, Int128 time) {
    has_one_kernel_ = has_one_kernel_ && (by_name_.empty() || kernel == kernel_);
    kernel_ = kernel;
    time_ += time;
    by_name_[name] += time;
    if (frame.valid()) by_frame_[frame] += time;
  }

  WorkGroup Take(KernelKind kind) const {
    WorkGroup group;
    group.kind = kind;
    group.time = time_;
    std::tie(group.name, group.named) = Longest(by_name_);
    group.names = static_cast<int64_t>(by_name_.size());
    if (has_one_kernel_) group.kernel = kernel_;
    std::tie(group.frame, group.framed) = Longest(by_frame_);
    return group;
  }

 private:
  template <typename Id>
  static std::pair<Id, Int128> Longest(const std::map<Id, Int128>& times) {
    std::pair<Id, Int128> longest;
    for (const auto& [id, time] : times) {
      if (time > longest.second) longest = {id, time};
    }
    return longest;
  }

  Int128 time_ = 0;
  StringId kernel_;  // of the last
  bool has_one_kernel_ = true;
  std::map<StringId, Int128> by_name_;
  std::map<FrameId, Int128> by_frame_;
};

KernelKind KindOfWork(std::string_view name) {
  return DeviceWorkOfName(name) == DeviceWork::kCopy ? KernelKind::kCopy : KindOfKernel(name);
}

// Whether a character is of a word: "layer_0" has two.
bool IsOfWord(char c) { return IsWordCharacter(c) && c != '_'; }

// The path of an op without the numbers of its scopes, which may be those of layers:
// "jvp(layer_#)". A number may be within a word, as in "conv_2d". Empty for what is no path.
std::string WithoutLayers(std::string_view name) {
  if (name.find('/') == name.npos) return "";
  std::string path;
  for (size_t at = 0; at < name.size();) {
    const size_t begin = at;
    while (at < name.size() && IsDigit(name[at])) ++at;
    if (at == begin) {
      path += name[at++];
      continue;
    }
    const bool is_in_word =
        (begin > 0 && IsOfWord(name[begin - 1])) || (at < name.size() && IsOfWord(name[at]));
    path += is_in_word ? name.substr(begin, at - begin) : std::string_view("#");
  }
  return path;
}

}  // namespace

absl::StatusOr<DeviceWorkTimes> DeviceWorkTimes::Of(const Selected& selected,
                                                    const RunContext& context) {
  const Profile& profile = selected.profile();
  DeviceWorkTimes work(profile);
  const CountedSteps counted(selected);
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const Events& events = track.events;
        const StringId name = EventName(profile, events, event);
        if (!name.valid() || !counted.Has(events.step[event])) return;
        work.times_[{track.row.source, track.row.device}][{name, events.op[event]}] +=
            events.selves()[event];
      }));
  return work;
}

BusiestWork DeviceWorkTimes::On(const std::vector<const DeviceBusy*>& devices) const {
  const MarkNames marks(profile_);
  const StringId none = profile_.strings.Find(derive::kUnattributed);
  const std::vector<FrameId> forward = ForwardFrames(profile_);
  BusiestWork work;
  // Where the kind is unknown each name is a group, or the names of a path without its layers.
  std::map<std::tuple<KernelKind, StringId, StringId, std::string>, GroupSum> sums;
  absl::flat_hash_map<StringId, std::string> paths;
  absl::flat_hash_map<StringId, KernelKind> kinds;
  const auto add = [&](StringId kernel, OpId op, Int128 time, bool is_tpu) {
    const auto [kind, is_new] = kinds.try_emplace(kernel);
    if (is_new) kind->second = KindOfWork(profile_.strings[kernel]);
    const bool is_call = op.valid() && profile_.ops.row[op].kind == OpKind::kRuntime;
    StringId name = is_call ? StringId() : FrameworkName(profile_, op);
    FrameId frame;
    // Nor has work that no op launches, as that of a CUDA graph, an op in a call of the runtime.
    const bool is_op = name.valid() && name != none && !marks.Has(name) &&
                       !IsOfDeviceRuntime(profile_.strings[name]);
    if (!is_op) {
      name = kernel;
    } else {
      frame = UserFrame(profile_, profile_.ops.row[op].frame);
      if (!frame.valid()) frame = forward[op.row()];
    }
    work.all += time;
    const bool is_known = kind->second != KernelKind::kOther;
    StringId category;
    if (is_tpu && !is_known && op.valid()) category = profile_.ops.row[op].category;
    const bool is_named = !is_known && !category.valid();
    std::string path;
    if (is_named) {
      const auto [found, is_first] = paths.try_emplace(name);
      if (is_first) found->second = WithoutLayers(profile_.strings[name]);
      path = found->second;
    }
    const StringId own = is_named && path.empty() ? name : StringId();
    sums[{kind->second, category, own, path}].Add(name, kernel, frame, time);
  };
  for (const DeviceBusy* const device : devices) {
    for (const SourceId source : device->sources) {
      const auto at = times_.find({source, device->device});
      if (at == times_.end()) continue;
      const bool is_tpu = profile_.devices[device->device].kind == DeviceKind::kTpu;
      for (const auto& [key, time] : at->second) add(key.first, key.second, time, is_tpu);
    }
  }
  for (const auto& [key, sum] : sums) {
    work.groups.push_back(sum.Take(std::get<0>(key)));
    work.groups.back().category = std::get<1>(key);
  }
  std::stable_sort(work.groups.begin(), work.groups.end(),
                   [](const WorkGroup& a, const WorkGroup& b) { return a.time > b.time; });
  return work;
}

}  // namespace profiler

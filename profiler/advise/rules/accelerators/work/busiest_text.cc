#include "profiler/advise/rules/accelerators/work/busiest_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/work/busiest_work.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// Work that takes less of the time is not named.
constexpr double kLeastOfWork = 0.1;
constexpr size_t kMostKinds = 3;

// The op or kernel of a group whose kind is unknown. Of ops that differ in the numbers of layers
// alone it names the kernel that does the work of all of them, else the longest op.
std::string NameOfGroup(const Profile& profile, const WorkGroup& group) {
  const std::string_view longest = FunctionName(profile.strings[group.name]);
  if (group.names <= 1) return std::string(longest);
  if (group.kernel.valid()) {
    return fmt::format("{} of {} ops such as {}", FunctionName(profile.strings[group.kernel]),
                       group.names, longest);
  }
  return fmt::format("{} and {} more like it", longest, group.names - 1);
}

// The op or kernel of a kind, and the line of the user's code, where these are most of it:
// ", mostly aten::mm at model.py:31". `is_named` says that the name stands before it.
std::string WhatOfGroup(const Profile& profile, const WorkGroup& group, bool is_named) {
  const bool is_one = 2 * group.named >= group.time;
  const std::string line = SourceLine(profile, group.frame);
  const bool has_line = 2 * group.framed > group.time && !line.empty();
  // The line is that of most of the kind, and so of the op if that is most of it, too.
  const bool is_line = has_line && (is_named || is_one);
  std::string text;
  // Of a category it is that of all layers, and need not be that of the longest op.
  if (group.category.valid() && has_line && !is_line) text += ", most of it at " + line;
  if (!is_named) {
    const bool is_all = 100 * group.named >= 99 * group.time;
    text += fmt::format(", {}{}",
                        is_all   ? ""
                        : is_one ? "mostly "
                                 : "the longest ",
                        FunctionName(profile.strings[group.name]));
  }
  if (is_line) text += (is_named ? ", at " : " at ") + line;
  return text;
}

std::string BusiestText(const Profile& profile, const BusiestWork& work, bool is_of_one) {
  const std::string_view its = is_of_one ? "its" : "their";
  std::string text;
  for (size_t i = 0; i < work.groups.size() && i < kMostKinds; ++i) {
    const WorkGroup& group = work.groups[i];
    const double share = Share(group.time, work.all);
    if (share < kLeastOfWork) break;
    const std::string words(group.category.valid() ? profile.strings[group.category]
                                                   : WordsOf(group.kind));
    const std::string_view much = share >= 0.5 ? "Most" : "The largest part";
    text += fmt::format("{}{} ({:.1f}%{})",
                        i > 0 ? ", then " : fmt::format(". {} of {} work is ", much, its),
                        words.empty() ? NameOfGroup(profile, group) : words, 100 * share,
                        WhatOfGroup(profile, group, words.empty()));
  }
  return text;
}

}  // namespace

std::string_view FunctionName(std::string_view kernel) {
  constexpr std::string_view kVoid = "void ", kAnonymous = "(anonymous namespace)::";
  if (kernel.starts_with(kVoid)) kernel.remove_prefix(kVoid.size());
  const size_t inner = kernel.substr(0, kernel.find('<')).rfind(kAnonymous);
  if (inner != kernel.npos) kernel.remove_prefix(inner + kAnonymous.size());
  const size_t end = kernel.find_first_of("<(");
  // An op of JAX is a path, "jit(step)/add".
  if (end != kernel.npos && kernel.find(")/", end) != kernel.npos) return kernel;
  const std::string_view name = kernel.substr(0, end);
  return name.empty() ? kernel : name;
}

absl::StatusOr<std::string> BusiestWorkText::Of(const std::vector<const DeviceBusy*>& devices) {
  if (LacksEvents(selected_.profile())) return "";
  if (!times_) {
    PROFILER_ASSIGN_OR_RETURN(DeviceWorkTimes times, DeviceWorkTimes::Of(selected_, context_));
    times_.emplace(std::move(times));
  }
  return BusiestText(selected_.profile(), times_->On(devices), devices.size() == 1);
}

}  // namespace profiler

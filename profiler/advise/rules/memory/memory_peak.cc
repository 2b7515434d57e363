#include "profiler/advise/rules/memory/memory_peak.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/report/format_value.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

constexpr int kScopeLevels = 3;

// The tensors with the same name.
struct Group {
  std::string name;
  Int128 bytes = 0, longest = 0;
  int64_t tensors = 0;
};

constexpr std::string_view kUnknownType = "<unknown op>";

std::string NameOf(const Profile& profile, const Tensor& tensor) {
  return std::string(tensor.op.valid() ? profile.strings[profile.ops.row[tensor.op].name]
                                       : derive::kUnattributed);
}

std::string TypeOf(const Profile& profile, const Tensor& tensor) {
  if (!tensor.op.valid()) return derive::kUnattributed;
  const std::string_view type = profile.strings[profile.ops.row[tensor.op].type];
  return std::string(type.empty() ? kUnknownType : type);
}

// The first levels of the op's scope, or its name if it has none.
std::string ScopeOf(const Profile& profile, const Tensor& tensor) {
  std::string name = NameOf(profile, tensor);
  const StringId scope = tensor.op.valid() ? profile.ops.row[tensor.op].scope : StringId();
  if (scope.valid()) name = fmt::format("{}/{}", profile.strings[scope], name);
  name.resize(std::min(name.size(), name.rfind('/')));
  size_t end = 0;
  for (int level = 0; level < kScopeLevels && end < name.size(); ++level) {
    end = std::min(name.size(), name.find('/', end + 1));
  }
  return name.substr(0, end);
}

// Groups of tensors by name, in descending order of bytes.
using NameFunction = std::string (*)(const Profile&, const Tensor&);
std::vector<Group> GroupBy(const Profile& profile, const LiveMemory& memory,
                           const std::vector<const Tensor*>& tensors, NameFunction name) {
  std::map<std::string, Group> by_name;
  for (const Tensor* tensor : tensors) {
    Group& group = by_name[name(profile, *tensor)];
    group.bytes += tensor->bytes;
    const int64_t end = tensor->end == kUnknown ? memory.end : tensor->end;
    group.longest = std::max<Int128>(group.longest, static_cast<Int128>(end) - tensor->begin);
    ++group.tensors;
  }
  std::vector<Group> groups;
  for (auto& [group_name, group] : by_name) {
    group.name = group_name;
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.bytes > b.bytes; });
  return groups;
}

Report Evidence(const std::vector<Group>& groups) {
  using C = ColumnOf<Group>;
  return EvidenceOf<Group>(
      {
          C::Number("bytes", Unit::kBytes, "", "What it held.", &Group::bytes),
          C::Number("allocations", Unit::kCount, "", "How many these are.", &Group::tensors),
          C::Number("kept_us", Unit::kMicros, "",
                    "How long the one that was kept longest was held.", &Group::longest),
      },
      groups, &Group::name, "those that held less", kLittleEvidence);
}

std::string Subject(const Profile& profile, const LiveMemory& memory) {
  const std::string_view device = profile.strings[profile.devices[memory.device].name];
  return memory.allocator.valid()
             ? fmt::format("{} ({})", device, profile.strings[memory.allocator])
             : std::string(device);
}

// The number of the step; -1 if the step or its number is unknown.
int64_t StepNumber(const Profile& profile, const LiveMemory& memory) {
  return memory.step.valid() ? std::max<int64_t>(profile.steps[memory.step].number, -1) : -1;
}

Finding MakeFinding(const Profile& profile, const LiveMemory& memory, std::string id,
                    std::string text, std::string command, const std::vector<Group>& groups) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = Subject(profile, memory);
  finding.text = std::move(text);
  finding.evidence.push_back(Evidence(groups));
  if (profile.has_memory()) {  // else no view shows memory by op
    finding.command = std::move(command);
    if (const int64_t number = StepNumber(profile, memory); number >= 0) {
      finding.command += fmt::format(" -step {}", number);
    }
  }
  SetPlace(profile, memory.device, finding);
  return finding;
}

std::vector<const Tensor*> AtPeak(const LiveMemory& memory) {
  std::vector<const Tensor*> held;
  for (const Tensor& tensor : memory.tensors) {
    if (tensor.at_peak) held.push_back(&tensor);
  }
  return held;
}

std::vector<const Tensor*> KeptLong(const LiveMemory& memory, double share, double bytes) {
  std::vector<const Tensor*> kept;
  const double span = static_cast<double>(memory.end) - static_cast<double>(memory.begin);
  for (const Tensor& tensor : memory.tensors) {
    const int64_t end = tensor.end == kUnknown ? memory.end : tensor.end;
    const double length = static_cast<double>(static_cast<Int128>(end) - tensor.begin);
    if (length > share * span && static_cast<double>(tensor.bytes) >= bytes) {
      kept.push_back(&tensor);
    }
  }
  return kept;
}

// Outside steps the time counts from the profile's start, as in the view `memory`.
std::string When(const Profile& profile, const LiveMemory& memory) {
  const int64_t number = StepNumber(profile, memory);
  if (number < 0 && memory.source.valid()) {
    return fmt::format(
        "{} into the recording",
        FormatValue(profile.time_axis.FromStart(memory.source, memory.peak_time), Unit::kMicros));
  }
  const Int128 into = static_cast<Int128>(memory.peak_time) - memory.begin;
  return fmt::format("{} into {}", FormatValue(into, Unit::kMicros),
                     number < 0 ? "the recording" : fmt::format("step {}", number));
}

}  // namespace

std::vector<Finding> PeakFindings(const Profile& profile, const LiveMemory& memory, double share,
                                  double least_bytes) {
  std::vector<Finding> findings;
  const std::vector<const Tensor*> held = AtPeak(memory);
  if (!held.empty()) {
    const auto types = GroupBy(profile, memory, held, TypeOf);
    const auto scopes = GroupBy(profile, memory, held, ScopeOf);
    findings.push_back(MakeFinding(
        profile, memory, "peak_by_type",
        fmt::format("ops held {} at once on {}, {}; {:.0f}% of it is of {}",
                    FormatValue(memory.peak, Unit::kBytes), Subject(profile, memory),
                    When(profile, memory), Percentage(types[0].bytes, memory.peak), types[0].name),
        "op -select peak_bytes,residual_bytes -order_by peak_bytes", types));
    if (scopes[0].name != types[0].name) {  // equal names mean ops without a scope
      findings.push_back(MakeFinding(
          profile, memory, "peak_by_scope",
          fmt::format("at that moment {} held {:.0f}%", scopes[0].name,
                      Percentage(scopes[0].bytes, memory.peak)),
          "scope -select peak_bytes,residual_bytes -order_by peak_bytes -max_depth 3", scopes));
    }
  }
  const auto kept = KeptLong(memory, share, least_bytes);
  if (!kept.empty()) {
    const auto ops = GroupBy(profile, memory, kept, NameOf);
    Int128 bytes = 0;
    for (const Group& op : ops) bytes += op.bytes;
    findings.push_back(MakeFinding(
        profile, memory, "kept_long",
        fmt::format("{} allocation{} of {} in all, most of {}, {} held for over {:.0f}% of the "
                    "time: to free them sooner, or to compute them again, lowers the peak",
                    kept.size(), kept.size() == 1 ? "" : "s", FormatValue(bytes, Unit::kBytes),
                    ops[0].name, kept.size() == 1 ? "is" : "are", 100 * share),
        "scope -select residual_bytes -order_by residual_bytes -max_depth 100", ops));
  }
  return findings;
}

}  // namespace profiler

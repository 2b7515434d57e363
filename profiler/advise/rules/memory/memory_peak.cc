#include "profiler/advise/rules/memory/memory_peak.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/alike_scopes.h"
#include "profiler/advise/rules/memory/optimizer_peak.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr int kScopeLevels = 3;

// Memory of one name.
struct Group {
  std::string name;
  Value bytes = 0;
  Value longest = kAbsent;  // how long a piece was held; kAbsent if unknown
  Value pieces = 0;         // kAbsent if unknown
};

constexpr std::string_view kNoType = "<no type>";  // as `op` names it

std::string NameOf(const Profile& profile, const HeldMemory& held) {
  return std::string(held.op.valid() ? profile.strings[profile.ops.row[held.op].name] : kUnknownOp);
}

std::string TypeOf(const Profile& profile, const HeldMemory& held) {
  if (!held.op.valid()) return std::string(kUnknownOp);
  const std::string_view type = profile.strings[profile.ops.row[held.op].type];
  return std::string(type.empty() ? kNoType : type);
}

// The first levels of the op's scope, or its name if it has none.
std::string ScopeOf(const Profile& profile, const HeldMemory& held) {
  std::string name = NameOf(profile, held);
  const StringId scope = held.op.valid() ? profile.ops.row[held.op].scope : StringId();
  if (scope.valid()) name = fmt::format("{}/{}", profile.strings[scope], name);
  name.resize(std::min(name.size(), name.rfind('/')));
  size_t end = 0;
  for (int level = 0; level < kScopeLevels && end < name.size(); ++level) {
    end = std::min(name.size(), name.find('/', end + 1));
  }
  return name.substr(0, end);
}

// The time in which memory counts: the step's, or where steps are not apart that of the
// allocations.
struct Extent {
  Int128 begin = 0, end = 0;
  bool lost_frees = false;

  Int128 length() const { return end - begin; }
  // How long the memory was held; kAbsent if its free may be lost.
  Value TimeOf(const HeldMemory& piece) const {
    if (piece.end == kUnknown) return lost_frees ? kAbsent : end - piece.begin;
    return Int128{piece.end} - piece.begin;
  }
};

Extent ExtentOf(const Profile& profile, const MemoryUse& memory) {
  Extent extent = {memory.begin, memory.end, memory.lost_frees};
  if (!memory.step.valid()) return extent;
  const StepRow& step = profile.steps[memory.step];
  if (step.begin != kUnknown) extent.begin = std::min<Int128>(extent.begin, step.begin);
  if (step.end != kUnknown) extent.end = std::max<Int128>(extent.end, step.end);
  return extent;
}

// Groups of memory by name, in descending order of bytes.
using NameFunction = std::string (*)(const Profile&, const HeldMemory&);
std::vector<Group> GroupBy(const Profile& profile, const Extent& extent,
                           const std::vector<const HeldMemory*>& pieces, NameFunction name) {
  std::map<std::string, Group> by_name;
  for (const HeldMemory* piece : pieces) {
    Group& group = by_name[name(profile, *piece)];
    group.bytes += piece->bytes;
    const Value time = extent.TimeOf(*piece);
    if (time != kAbsent) {
      group.longest = group.longest == kAbsent ? time : std::max(group.longest, time);
    }
    ++group.pieces;
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
          C::Number("allocations", Unit::kCount, "", "How many these are.", &Group::pieces),
          C::Number("kept_us", Unit::kMicros, "",
                    "How long the one that was kept longest was held, by the allocator's calls on "
                    "the host, which may run ahead of devices.",
                    &Group::longest),
      },
      groups, &Group::name, "those that held less", kLittleEvidence);
}

std::string Subject(const Profile& profile, const MemoryUse& memory) {
  const std::string_view device = profile.strings[profile.devices[memory.device].name];
  const std::string run = RunOfMemory(profile, memory);
  return fmt::format(
      "{}{}{}", device,
      memory.allocator.valid() ? fmt::format(" ({})", profile.strings[memory.allocator]) : "",
      run.empty() ? "" : " of the run " + run);
}

// The number of the step; -1 if the step or its number is unknown.
int64_t StepNumber(const Profile& profile, const MemoryUse& memory) {
  return memory.step.valid() ? std::max<int64_t>(profile.steps[memory.step].number, -1) : -1;
}

Finding MakeFinding(const Profile& profile, const MemoryUse& memory, std::string id,
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
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

std::vector<const HeldMemory*> Pointers(const std::vector<HeldMemory>& pieces) {
  std::vector<const HeldMemory*> pointers;
  pointers.reserve(pieces.size());
  for (const HeldMemory& piece : pieces) pointers.push_back(&piece);
  return pointers;
}

// The groups of what is held at the peak, with what was allocated before the recording.
std::vector<Group> AtPeak(const Profile& profile, const MemoryUse& memory, const Extent& extent,
                          NameFunction name) {
  std::vector<Group> groups = GroupBy(profile, extent, Pointers(memory.held), name);
  if (memory.peak <= memory.held_at_peak) return groups;
  Group before;
  before.name = kAllocatedBefore;
  before.bytes = memory.peak - memory.held_at_peak;
  before.pieces = kAbsent;
  const auto at = std::find_if(groups.begin(), groups.end(),
                               [&](const Group& group) { return group.bytes < before.bytes; });
  groups.insert(at, std::move(before));
  return groups;
}

// The largest group of what ops allocated in the recording; nullptr if there is none.
const Group* MostOfOps(const std::vector<Group>& groups) {
  const auto most = std::find_if(groups.begin(), groups.end(),
                                 [](const Group& group) { return group.name != kAllocatedBefore; });
  return most == groups.end() ? nullptr : &*most;
}

std::vector<const HeldMemory*> KeptLong(const MemoryUse& memory, const Extent& extent, double share,
                                        double bytes) {
  std::vector<const HeldMemory*> kept;
  for (const std::vector<HeldMemory>* pieces : {&memory.held, &memory.not_at_peak}) {
    for (const HeldMemory& piece : *pieces) {
      const Value length = extent.TimeOf(piece);
      if (length != kAbsent &&
          static_cast<double>(length) > share * static_cast<double>(extent.length()) &&
          static_cast<double>(piece.bytes) >= bytes) {
        kept.push_back(&piece);
      }
    }
  }
  return kept;
}

// Outside steps the time counts from the begin of the run; of a single run that is the profile's
// start, as in the view `memory`.
std::string When(const Profile& profile, const MemoryUse& memory) {
  const int64_t number = StepNumber(profile, memory);
  if (number < 0 && memory.source.valid()) {
    return fmt::format("{} into {}",
                       ScaledText(FromBeginOfRun(profile, memory, memory.peak_time), Unit::kMicros),
                       RunOfMemory(profile, memory).empty() ? "the recording" : "it");
  }
  const Int128 into = memory.peak_time - ExtentOf(profile, memory).begin;
  return fmt::format("{} into {}", ScaledText(into, Unit::kMicros),
                     number < 0 ? "the recording" : fmt::format("step {}", number));
}

// The peak, and the share of the type that held most.
std::string PeakText(const Profile& profile, const MemoryUse& memory, const Group& most) {
  const std::string share = fmt::format("{:.0f}%", Percentage(most.bytes, memory.peak));
  const std::string of =
      most.name == kAllocatedBefore
          ? "was allocated before the recording (only what was freed in it is known)"
          : "is of " + most.name;
  if (memory.is_moment) {
    return fmt::format(
        "{} is held on {} in this snapshot, which is of one moment: the peak may be higher; {} of "
        "it {}",
        ScaledText(memory.peak, Unit::kBytes), Subject(profile, memory), share, of);
  }
  return fmt::format("peak memory {} (recorded allocations) on {}, {}; {}{} of it {}{}",
                     ScaledText(memory.peak, Unit::kBytes), Subject(profile, memory),
                     When(profile, memory), memory.lost_frees ? "perhaps " : "", share, of,
                     memory.lost_frees ? ": some frees were not recorded, so of the allocations "
                                         "without one only the latest count, up to the peak"
                                       : "");
}

std::string PeakScopeText(const MemoryUse& memory, const std::vector<Group>& scopes,
                          const Group& most) {
  const std::string_view held = memory.lost_frees ? "perhaps held" : "held";
  std::vector<std::pair<std::string_view, Value>> bytes;
  for (const Group& scope : scopes) {
    if (scope.name != kAllocatedBefore) bytes.emplace_back(scope.name, scope.bytes);
  }
  const AlikeScopes alike = MostAlike(bytes);
  if (alike.count > 1 && alike.bytes > most.bytes) {
    return fmt::format(
        "at that moment {} scopes that differ in numbers only, such as {} ({:.0f}%), {} {:.0f}%{}",
        alike.count, alike.largest, Percentage(alike.largest_bytes, memory.peak), held,
        Percentage(alike.bytes, memory.peak),
        OuterScopeText(bytes, memory.peak, alike.bytes, held));
  }
  return fmt::format("at that moment {} {} {:.0f}%{}", most.name, held,
                     Percentage(most.bytes, memory.peak),
                     OuterScopeText(bytes, memory.peak, most.bytes, held));
}

}  // namespace

std::vector<Finding> PeakFindings(const Profile& profile, const MemoryUse& memory, double share,
                                  double least_bytes) {
  std::vector<Finding> findings;
  const Extent extent = ExtentOf(profile, memory);
  const auto types = AtPeak(profile, memory, extent, TypeOf);
  if (!types.empty()) {
    findings.push_back(
        MakeFinding(profile, memory, "peak_by_type", PeakText(profile, memory, types[0]),
                    "op -select peak_bytes,residual_bytes -order_by peak_bytes", types));
    const auto scopes = AtPeak(profile, memory, extent, ScopeOf);
    const Group* const type = MostOfOps(types);
    const Group* const scope = MostOfOps(scopes);
    // Equal names mean ops without a scope.
    if (scope != nullptr && scope->name != type->name) {
      findings.push_back(MakeFinding(
          profile, memory, "peak_by_scope", PeakScopeText(memory, scopes, *scope),
          "scope -select peak_bytes,residual_bytes -order_by peak_bytes -max_depth 3", scopes));
    }
  }
  if (auto temporaries = OptimizerPeakFinding(profile, memory)) {
    findings.push_back(*std::move(temporaries));
  }
  auto kept = KeptLong(memory, extent, share, least_bytes);
  // The state of an optimizer must stay.
  std::erase_if(kept, [&](const HeldMemory* one) {
    return ScopeOf(profile, *one).find(kOptimizerStep) != std::string::npos;
  });
  if (!kept.empty()) {
    const auto ops = GroupBy(profile, extent, kept, NameOf);
    Int128 bytes = 0;
    for (const Group& op : ops) bytes += op.bytes;
    const std::string run = RunOfMemory(profile, memory);
    findings.push_back(MakeFinding(
        profile, memory, "kept_long",
        fmt::format("{} allocation{} of {} in all{}, most of {}, {} held for over {:.0f}% of the "
                    "time: to free them sooner, or to compute them again, lowers the peak",
                    kept.size(), kept.size() == 1 ? "" : "s", ScaledText(bytes, Unit::kBytes),
                    run.empty() ? "" : " in the run " + run, ops[0].name,
                    kept.size() == 1 ? "is" : "are", 100 * share),
        "scope -select residual_bytes -order_by residual_bytes -max_depth 100", ops));
  }
  return findings;
}

}  // namespace profiler

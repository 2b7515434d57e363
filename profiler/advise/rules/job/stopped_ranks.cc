#include "profiler/advise/rules/job/stopped_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/left_ranks.h"
#include "profiler/advise/rules/ranks/rank_names.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/base/text/listed.h"
#include "profiler/store/derive/steps/cut_files.h"

namespace profiler {
namespace {

struct StoppedRank {
  SourceId source;
  EndCall call;
};

// The ranks that are in the same call.
struct RanksInCall {
  std::string call;
  bool waits_for_device = false;
  int64_t longest = 0;
  std::vector<SourceId> ranks;
};

// Whether another file of the same rank has steps: the rank may go on there.
bool HasOtherFile(const Profile& profile, const std::vector<SourceId>& with_steps,
                  SourceId source) {
  return std::any_of(with_steps.begin(), with_steps.end(), [&](SourceId other) {
    return !(other == source) && AreOfOneRank(profile, other, source);
  });
}

// Those with steps whose files are whole: what a cut file lacks may have run.
std::vector<SourceId> WithSteps(const Profile& profile, const std::vector<SourceId>& sources) {
  const std::vector<char> are_cut = CutFiles(profile);
  std::vector<char> has_steps(profile.sources.size());
  for (const StepRow& step : profile.steps.values()) {
    if (step.source.valid()) has_steps[step.source.row()] = 1;
  }
  std::vector<SourceId> with;
  for (const SourceId source : sources) {
    if (has_steps[source.row()] != 0 && are_cut[source.row()] == 0) with.push_back(source);
  }
  return with;
}

// The calls of the fewest ranks first, and of these those that wait for no device.
std::vector<RanksInCall> ByCall(const Profile& profile, const std::vector<StoppedRank>& stopped) {
  std::vector<RanksInCall> calls;
  for (const StoppedRank& rank : stopped) {
    const std::string text = EndCallText(profile, rank.call);
    auto at = std::find_if(calls.begin(), calls.end(),
                           [&](const RanksInCall& one) { return one.call == text; });
    if (at == calls.end()) {
      calls.push_back({text, rank.call.waits_for_device, 0, {}});
      at = calls.end() - 1;
    }
    at->longest = std::max(at->longest, rank.call.duration);
    at->ranks.push_back(rank.source);
  }
  std::stable_sort(calls.begin(), calls.end(), [](const RanksInCall& a, const RanksInCall& b) {
    if (a.waits_for_device != b.waits_for_device) return b.waits_for_device;
    return a.ranks.size() < b.ranks.size();
  });
  return calls;
}

// What never ends on the device that stopped first, and where to look.
std::string FirstStoppedText(const Profile& profile, const std::vector<StoppedDevice>& devices) {
  const StoppedDevice* const first = FirstStopped(devices);
  if (first == nullptr) {
    const bool all_exchange = std::all_of(
        devices.begin(), devices.end(), [](const StoppedDevice& one) { return one.is_collective; });
    return all_exchange ? "; these devices wait in a collective: look for a rank that does not "
                          "join it, and for a failed GPU or link (NCCL_DEBUG=INFO, Xid errors in "
                          "dmesg)"
                        : "; look at why these kernels do not end, and for Xid errors in dmesg";
  }
  const bool is_alone = devices.size() == 1;
  const std::string call(CallText(profile, first->first));
  return fmt::format(
      "; {} stops {}at a kernel of {}, the first of {} launches "
      "there that have none{}: look at why "
      "that {} does not end{}, and for Xid errors in dmesg",
      IsOfOneProcess(profile) ? "the device"
                              : "the device of " + ProcessName(profile, first->source),
      is_alone ? "" : "first, ", call, first->launches,
      is_alone ? "" : ", and the others wait for it", first->is_collective ? "exchange" : "kernel",
      first->is_collective ? " (NCCL_DEBUG=INFO)" : "");
}

// Text such as "rank 5 is" or "7 ranks are".
std::string WhoIsIn(const Profile& profile, const std::vector<SourceId>& ranks) {
  if (IsOfOneProcess(profile)) return "the program is";
  if (ranks.size() == 1) return ProcessName(profile, ranks.front()) + " is";
  constexpr size_t kMostNamed = 3;
  if (ranks.size() <= kMostNamed) return RanksText(profile, ranks) + " are";
  return Count(ranks.size(), "rank") + " are";
}

std::string WhereToLook(const Profile& profile, const std::vector<RanksInCall>& calls,
                        const std::vector<StoppedDevice>& devices, const LeftRanks& left) {
  if (!left.ranks.empty()) return LeftRanksText(profile, left);
  const RanksInCall& first = calls.front();
  if (first.waits_for_device && FirstStopped(devices) != nullptr) {
    return FirstStoppedText(profile, devices);
  }
  if (first.waits_for_device) {
    return "; they wait for their devices: look for a collective that a rank does not join, and "
           "for a failed GPU or link (NCCL_DEBUG=INFO, Xid errors in dmesg)";
  }
  const std::string who = IsOfOneProcess(profile) ? "it" : RanksText(profile, first.ranks);
  const bool others_wait = calls.size() > 1;
  return fmt::format("; look at why {} {} there{}", who, first.ranks.size() == 1 ? "stays" : "stay",
                     others_wait ? ": the others may wait for that" : "");
}

// The last step of the source by time; "the last step" if it has no number.
std::string LastStepText(const Profile& profile, SourceId source) {
  const StepRow* last = nullptr;
  for (const StepRow& step : profile.steps.values()) {
    if (!(step.source == source) || step.begin == kUnknown) continue;
    if (last == nullptr || step.begin > last->begin) last = &step;
  }
  const bool is_known = last != nullptr && last->number != kUnknown;
  return is_known ? fmt::format("step {}", last->number) : "the last step";
}

Report DevicesEvidence(const Profile& profile, const std::vector<StoppedDevice>& devices) {
  using C = ColumnOf<StoppedDevice>;
  return EvidenceOf<StoppedDevice>(
      {
          C::Number("quiet_us", Unit::kMicros, "",
                    "From the end of its last kernel until its recording ends.",
                    &StoppedDevice::quiet),
          C::Number("launches", Unit::kCount, "", "That have no kernel.", &StoppedDevice::launches),
          C::Text(
              "first", "", "What launched the first of those.",
              [&](const StoppedDevice& one) { return std::string(CallText(profile, one.first)); }),
      },
      devices, [&](const StoppedDevice& one) { return ProcessName(profile, one.source); },
      "other ranks");
}

// Of a run most of whose devices end nothing any more.
Finding DevicesFinding(const Profile& profile, const std::vector<StoppedDevice>& devices,
                       size_t ranks, const LeftRanks& left) {
  const StoppedDevice& longest =
      *std::max_element(devices.begin(), devices.end(),
                        [](const auto& a, const auto& b) { return a.quiet < b.quiet; });
  const StoppedDevice* const first = FirstStopped(devices);
  std::string where;
  if (ranks > 1) {
    where = devices.size() == ranks ? fmt::format(" on any of {} ranks", ranks)
                                    : fmt::format(" on {} of {} ranks", devices.size(), ranks);
  }
  Finding finding =
      Warning("stopped", "",
              fmt::format("the steps stop after {}: no kernel ends in the last "
                          "{} of the recording{} (a "
                          "step takes {}){}",
                          LastStepText(profile, longest.source), FormatMicros(Value(longest.quiet)),
                          where, FormatMicros(static_cast<Value>(longest.usual)),
                          left.ranks.empty() ? FirstStoppedText(profile, devices)
                                             : LeftRanksText(profile, left)),
              "trace -order_by begin_us -top 10");
  finding.stops_job = true;
  if (left.ranks.size() == 1) {
    finding.place = PlaceOf(profile, left.ranks.front());
  } else if (left.ranks.empty() && first != nullptr) {
    finding.place = PlaceOf(profile, first->source);
  }
  finding.evidence.push_back(DevicesEvidence(profile, devices));
  return finding;
}

Report StoppedEvidence(const Profile& profile, const std::vector<StoppedRank>& stopped) {
  using C = ColumnOf<StoppedRank>;
  return EvidenceOf<StoppedRank>(
      {
          C::Number("last_step", Unit::kNone, "", "The last step that it recorded.",
                    [&](const StoppedRank& one) {
                      const int64_t number = profile.steps[one.call.after].number;
                      return number == kUnknown ? kAbsent : Value(number);
                    }),
          C::Number("call_us", Unit::kMicros, "", "In the call until its recording ends.",
                    [](const StoppedRank& one) { return Value(one.call.duration); }),
      },
      stopped, [&](const StoppedRank& one) { return ProcessName(profile, one.source); },
      "other ranks");
}

Finding StoppedFinding(const Profile& profile, const std::vector<StoppedRank>& stopped,
                       const std::vector<StoppedDevice>& devices, const LeftRanks& left) {
  constexpr size_t kMostCalls = 3;
  const std::vector<RanksInCall> calls = ByCall(profile, stopped);
  std::vector<std::string> texts;
  texts.reserve(calls.size());
  for (const RanksInCall& one : calls) {
    texts.push_back(fmt::format("{} in {} for {}", WhoIsIn(profile, one.ranks), one.call,
                                FormatMicros(one.longest)));
  }
  const StoppedRank& first = stopped.front();
  const int64_t number = profile.steps[first.call.after].number;
  const std::string after = number == kUnknown ? "the last step" : fmt::format("step {}", number);
  Finding finding = Warning("stopped", "",
                            fmt::format("the steps stop at {}: until the recording ends, {} "
                                        "(a step takes {}){}",
                                        after, Listed(texts, kMostCalls),
                                        FormatMicros(static_cast<Value>(first.call.usual)),
                                        WhereToLook(profile, calls, devices, left)),
                            "trace -order_by total_us -top 10");
  finding.stops_job = true;
  if (left.ranks.size() == 1) {
    finding.place = PlaceOf(profile, left.ranks.front());
  } else if (left.ranks.empty() && calls.front().ranks.size() == 1) {
    finding.place = PlaceOf(profile, calls.front().ranks.front());
  }
  if (!IsOfOneProcess(profile)) finding.evidence.push_back(StoppedEvidence(profile, stopped));
  return finding;
}

// Those that ended long before the ranks that hang; `duration` is for how long one of these does.
template <typename Hanging, typename Duration>
LeftRanks LeftOf(const Profile& profile, const std::vector<SourceId>& with_steps,
                 const std::vector<Hanging>& hanging, const Duration& duration) {
  std::vector<SourceId> sources;
  int64_t shortest = INT64_MAX;
  for (const Hanging& one : hanging) {
    sources.push_back(one.source);
    shortest = std::min<int64_t>(shortest, duration(one));
  }
  return FindLeftRanks(profile, with_steps, sources, shortest / 2);
}

}  // namespace

std::string EndCallText(const Profile& profile, const EndCall& call) {
  std::string text(CallText(profile, call.name));
  if (call.around.valid() && !(call.around == call.name)) {
    text += fmt::format(" (of {})", CallText(profile, call.around));
  }
  return text;
}

void JudgeStopped(const RuleInput& input, const std::vector<SourceId>& sources,
                  const std::vector<StoppedDevice>& devices, Verdict& verdict) {
  const Profile& profile = input.profile();
  const std::vector<SourceId> with_steps = WithSteps(profile, sources);
  std::vector<StoppedRank> stopped;
  std::vector<StoppedDevice> stopped_devices;
  for (const SourceId source : with_steps) {
    if (HasOtherFile(profile, with_steps, source)) continue;
    // A checkpoint at the end is no hang, and neither is what takes a moment.
    constexpr int64_t kLeast = 2 * int64_t{kPicosPerSecond};
    const auto call = FindEndCall(profile, source);
    if (call && call->name.valid() && !call->reports && call->duration >= kLeast) {
      stopped.push_back({source, *call});
    }
    const auto device = std::find_if(devices.begin(), devices.end(), [&](const StoppedDevice& one) {
      return one.source == source;
    });
    if (device != devices.end() && !(call && call->reports)) stopped_devices.push_back(*device);
  }
  if (2 * stopped.size() > with_steps.size()) {
    const LeftRanks left = LeftOf(profile, with_steps, stopped,
                                  [](const StoppedRank& one) { return one.call.duration; });
    verdict.findings.push_back(StoppedFinding(profile, stopped, stopped_devices, left));
    if (left.ranks.empty()) {
      verdict.findings.back().text += NoFileText(profile, stopped.front().source);
    }
  } else if (2 * stopped_devices.size() > with_steps.size()) {
    const LeftRanks left = LeftOf(profile, with_steps, stopped_devices,
                                  [](const StoppedDevice& one) { return one.quiet; });
    verdict.findings.push_back(DevicesFinding(profile, stopped_devices, with_steps.size(), left));
    if (left.ranks.empty()) {
      verdict.findings.back().text += NoFileText(profile, stopped_devices.front().source);
    }
  }
}

}  // namespace profiler

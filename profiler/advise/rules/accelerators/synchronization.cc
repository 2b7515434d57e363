#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/idle_waits.h"
#include "profiler/advise/rules/accelerators/not_idle_text.h"
#include "profiler/advise/rules/accelerators/work/allocator_calls.h"
#include "profiler/advise/rules/accelerators/work/idle_after_text.h"
#include "profiler/advise/rules/common/allocator_remedy.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/input_copies.h"
#include "profiler/advise/rules/common/no_device_work.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/advise/rules/ranks/unlike/uneven_text.h"
#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/analysis/memory/device_allocations.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/steps/ranks/uneven_sources.h"
#include "profiler/analysis/values/mark_names.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct SyncThresholds {
  Threshold share = {"share", 0.05,
                     "devices are idle after waits for more than this share of a step, 0 to 1", 1};
  Threshold allocator = {
      "allocator", 0.05,
      "devices are idle while memory is freed and allocated again for this share "
      "of the steps or more, 0 to 1",
      1};
};

Report Evidence(const Profile& profile, const DeviceSyncs& syncs) {
  using Site = DeviceSyncs::Site;
  using C = ColumnOf<Site>;
  std::vector<C> columns = {
      C::Text("call", "", "The call of the runtime that waits.",
              [&](const Site& one) { return profile.strings[one.call]; }),
      C::Text("line", "", "The line of Python that called.",
              [&](const Site& one) { return SourceLine(profile, one.site.frame); }),
      C::Number("waits", Unit::kCount, "", "How often, in all steps.", &Site::waits),
      C::Number("time_us", Unit::kMicros, "", "How long, added up.", &Site::time),
      C::Number("idle_us", Unit::kMicros, "",
                "How long a device was idle then, until it got new work, added up.", &Site::idle),
  };
  if (syncs.delays_input > 0) {
    columns.push_back(C::Number("delays_input_us", Unit::kMicros, "",
                                "How long it was idle then while the host made input, added up.",
                                &Site::delays_input));
  }
  if (syncs.delays_work > 0) {
    columns.push_back(C::Number("delays_work_us", Unit::kMicros, "",
                                "How long it was idle then while the host did other work that "
                                "launches nothing, added up.",
                                &Site::delays_work));
  }
  return EvidenceOf<Site>(
      columns, syncs.sites, [&](const Site& one) { return NameOf(profile, one.site); },
      "waits that cost less are not reported");
}

std::string_view HowToWaitLess(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "keep values on the device (.item(), .cpu(), nonzero, torch.where(mask), printing and "
             "indexing with a mask wait; torch.where(mask, a, b) keeps the size), read them once "
             "in "
             "many steps";
    case Framework::kTensorFlow:
      return "keep values on the device (.numpy(), float() and printing wait), read them once in "
             "many steps";
    case Framework::kJax:
      return "keep values on the device (float(), .item(), np.asarray(), printing and "
             "block_until_ready wait), read them once in many steps";
    case Framework::kUnknown:
      break;
  }
  return "keep values on the device, read them once in many steps";
}

// Whether the program waits by torch.cuda.synchronize(), as no op does. .item() waits for a stream,
// and its op may not be recorded.
bool IsOwnCall(const Profile& profile, const DeviceSyncs::Site& site) {
  const StringId op = site.site.op;
  return FrameworkOf(profile) == Framework::kPyTorch &&
         profile.strings[site.call].ends_with("DeviceSynchronize") &&
         (!op.valid() || MarkNames(profile).Has(op));
}

// What to do about waits for copies to a device.
std::string HowToWaitLessForCopies(const Profile& profile, const DeviceSyncs& syncs,
                                   const DeviceSyncs::Site& most) {
  constexpr int64_t kMany = 8;  // copies of a step that are better made at once
  const int64_t of_step = most.to_device / std::max<int64_t>(syncs.steps, 1);
  const Framework framework = FrameworkOf(profile);
  const std::string at_once =
      of_step < kMany || framework == Framework::kJax
          ? ""
          : fmt::format(
                "put the values of these {} copies of a step together on the host "
                "({}np.stack) and copy them once; ",
                of_step, framework == Framework::kPyTorch ? "torch.stack, " : "");
  return at_once + std::string(HowToCopyFaster(framework));
}

// Of waits that no call of the program makes: the compiled program does.
std::string_view HowToLoopWithoutWaits(Framework framework) {
  return framework == Framework::kJax
             ? "give the loop a fixed number of iterations (jax.lax.fori_loop with constant "
               "bounds, "
               "jax.lax.scan), or do several iterations before each check of the condition: most "
               "of these waits are of a compiled loop (jax.lax.while_loop), which copies its "
               "condition to the host in each iteration, as that depends on data"
             : "give the loop a fixed number of iterations, or do several before each check of the "
               "condition: most of these waits are of a compiled loop, which copies its condition "
               "to the host in each iteration, as that depends on data";
}

// What to do about the waits.
std::string HowToWaitLess(const Profile& profile, const DeviceSyncs& syncs,
                          const DeviceSyncs::Site& most) {
  if (IsForCopyToDevice(most)) return HowToWaitLessForCopies(profile, syncs, most);
  if (2 * most.of_loops > most.waits) {
    return std::string(HowToLoopWithoutWaits(FrameworkOf(profile)));
  }
  if (!IsOwnCall(profile, most)) return std::string(HowToWaitLess(FrameworkOf(profile)));
  return "remove calls of torch.cuda.synchronize() from the loop: no op makes these waits (where a "
         "timer needs them, two torch.cuda.Event(enable_timing=True) measure without a wait)";
}

// Whether PyTorch's allocator waits, which gives memory back to the device before it gets more.
bool IsOfAllocator(const Profile& profile, const DeviceSyncs::Site& site) {
  const std::string_view op = profile.strings[site.site.op];
  const bool allocates = op.starts_with("aten::empty") || op.starts_with("aten::new_empty") ||
                         op.starts_with("aten::resize_");
  return allocates && HasDeviceFrees(profile);
}

// Whether nothing says that the program asked for the wait: a runtime's own threads wait, too.
bool IsOfRuntime(const Profile& profile, const DeviceSyncs::Site& site) {
  return !site.site.op.valid() && !site.site.frame.valid() &&
         profile.strings[site.call].find("::") != std::string_view::npos;
}

// Text such as "once per step" or "2.5 times per step".
std::string WaitsPerStep(const DeviceSyncs& syncs) {
  const double count = ShareOf(syncs.waits, syncs.steps);
  const std::string times =
      count < 10 ? fmt::format("{:.1f}", count) : fmt::format("{:.0f}", count);
  return fmt::format("{} {}", times == "1.0" ? "once" : times + " times",
                     syncs.is_whole ? "in the recording" : "per step");
}

// Text such as " (2.1 ms with all of the ops that wait)", if that is much more than the waits. In
// the mean of `times`.
std::string SyncCostText(const DeviceSyncs& syncs, int64_t times) {
  return syncs.cost < 2 * syncs.time
             ? ""
             : fmt::format(" ({} with all of the ops that wait)", FormatMicros(syncs.cost / times));
}

// Text such as "once per step the host waits for a device before it launches more, for 2.1 ms"; of
// rare waits "3 times in 40 steps the host waits ..., for 2.1 ms on average".
std::string DeviceWaitsText(const Profile& profile, const DeviceSyncs& syncs,
                            const UnevenSources& uneven) {
  const int64_t times = AreRare(syncs) ? syncs.waits : syncs.steps;
  const std::string waits =
      fmt::format("the host waits for a device before it launches more, for {}{}",
                  FormatMicros(syncs.time / times), SyncCostText(syncs, times));
  if (!AreRare(syncs)) {
    return fmt::format("{}{} {}", WaitsPerStep(syncs),
                       InMeanOfRanks(profile, syncs.of_source, uneven), waits);
  }
  const std::string steps =
      syncs.of_source.size() < 2 || !uneven.high.empty()
          ? fmt::format("{} steps", syncs.steps)
          : fmt::format("{} steps of {} {}", syncs.steps, syncs.of_source.size(),
                        NounOfSources(profile, false));
  if (syncs.waits == 1) return fmt::format("once in {} {}", steps, waits);
  return fmt::format("{} times in {} {} on average", syncs.waits, steps, waits);
}

// "; on the other 7 ranks devices are idle after such waits for 16 us of a step or less".
std::string IdleOnOthersText(const Profile& profile, const UnevenSources& uneven) {
  if (uneven.high.empty()) return "";
  const std::string others = OtherRanks(profile, uneven);
  if (uneven.most_of_others <= 0) {
    return fmt::format("; on {} devices are not idle after such waits", others);
  }
  return fmt::format("; on {} devices are idle after such waits for {} of a step{}", others,
                     FormatMicros(static_cast<Value>(uneven.most_of_others)),
                     uneven.others > 1 ? " or less" : "");
}

// Of the steps of the ranks that differ, or of all.
Finding Judge(const InputOf<SyncThresholds>& input, const DeviceSyncs& syncs,
              const UnevenSources& uneven) {
  const Profile& profile = input.profile();
  const DeviceSyncs::Site& most = syncs.sites.front();
  const double cost = ShareOf(syncs.saved + syncs.delays_input, syncs.span);
  const bool is_much = cost > input.thresholds.share && !IsOfRuntime(profile, most);
  Finding finding;
  finding.id = is_much ? "synchronizes" : "synchronizations";
  finding.severity = WarningIf(is_much);
  finding.share = cost;
  finding.text = OnUnevenRanks(profile, uneven) + DeviceWaitsText(profile, syncs, uneven);
  if (syncs.idle > 0 || syncs.delays_input > 0 || syncs.delays_work > 0) {
    finding.text += IdleAfterText(profile, syncs);
  } else {
    finding.text +=
        fmt::format("{}; the longest waits are {}", NotIdleText(syncs), PlaceOfWait(profile, most));
  }
  finding.text += IdleOnOthersText(profile, uneven);
  if (is_much) {
    finding.text += IsOfAllocator(profile, most)
                        ? fmt::format(". {}", kAllocatorRetries)
                        : fmt::format(". To wait less, {}", HowToWaitLess(profile, syncs, most));
    // The rest is saved by InputChecker's remedy, too, and counts once.
    if (syncs.saved >= syncs.delays_input) finding.saves = syncs.saved / syncs.steps;
  }
  finding.command = fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                                QuoteWord(".*" + NameRegex(profile.strings[most.call])));
  finding.evidence.push_back(Evidence(profile, syncs));
  if (uneven.high.size() == 1) SetPlace(profile, uneven.high.front(), finding);
  return finding;
}

// Why it is not known whether hosts wait; empty if they do not.
std::string_view WhatLacks(const Profile& profile, const DeviceSyncs& syncs) {
  if (!syncs.has_device_work) return WhyNoDeviceWork(profile, "nothing ran on an accelerator");
  if (!syncs.has_launches) {
    return "no recorded call is known to start an accelerator's work, so it is not known where "
           "hosts wait for it";
  }
  return syncs.steps == 0 ? "no step of known length was recorded on a host that uses accelerators"
                          : "";
}

// Where hosts wait longest, of all waits; empty if it is not known.
std::string LongestWait(const Profile& profile, const DeviceSyncs& syncs) {
  const auto longest = std::max_element(
      syncs.sites.begin(), syncs.sites.end(),
      [](const DeviceSyncs::Site& a, const DeviceSyncs::Site& b) { return a.time < b.time; });
  return longest == syncs.sites.end() ? "" : PlaceOfWait(profile, *longest);
}

absl::StatusOr<Verdict> JudgeSyncs(const InputOf<SyncThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const DeviceSyncs syncs, DeviceSyncsOf(input.selected, input.context));
  const int64_t steps = std::max<int64_t>(syncs.steps, 1);
  const auto least = static_cast<Int128>(kTooLittleIdle * static_cast<double>(syncs.span) /
                                         static_cast<double>(steps));
  const UnevenSources uneven = UnevenSourcesOf(syncs.of_source, least);
  DeviceSyncs of_high;
  if (!uneven.high.empty()) {
    PROFILER_ASSIGN_OR_RETURN(of_high, DeviceSyncsOf(input.selected, input.context, uneven.high));
  }
  const DeviceSyncs& judged = uneven.high.empty() ? syncs : of_high;
  Verdict verdict;
  if (syncs.waits > 0) {
    verdict.findings.push_back(Judge(input, judged, uneven));
  } else {
    verdict.lacks = WhatLacks(input.profile(), syncs);
  }
  const bool is_told = syncs.waits > 0 && verdict.findings[0].severity != Severity::kInfo;
  PROFILER_ASSIGN_OR_RETURN(std::vector<Finding> idle,
                            FindIdleWaits(input, LongestWait(input.profile(), syncs), is_told));
  std::move(idle.begin(), idle.end(), std::back_inserter(verdict.findings));
  // The waits of the allocator are told with what to do about them.
  if (is_told && IsOfAllocator(input.profile(), judged.sites.front())) return verdict;
  PROFILER_ASSIGN_OR_RETURN(std::optional<Finding> again,
                            AllocatorCallsFinding(input, input.thresholds.allocator));
  if (again) verdict.findings.push_back(*std::move(again));
  return verdict;
}

}  // namespace

extern const Rule kSynchronizationChecker = RuleOf<SyncThresholds>{
    .name = "SynchronizationChecker",
    .summary = "where the host stops within a step until a device is done",
    .run = JudgeSyncs,
};

}  // namespace profiler

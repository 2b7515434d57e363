#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct SyncThresholds {
  Threshold share = {"share", 0.05,
                     "waiting within a step takes more than this share of it, 0 to 1", 1};
};

Report Evidence(const Profile& profile, const DeviceSyncs& syncs) {
  using Site = DeviceSyncs::Site;
  using C = ColumnOf<Site>;
  return EvidenceOf<Site>(
      {
          C::Text("call", "", "The call of the runtime that waits.",
                  [&](const Site& one) { return profile.strings[one.call]; }),
          C::Text("line", "", "The line of Python that called.",
                  [&](const Site& one) { return SourceLine(profile, one.site.frame); }),
          C::Number("waits", Unit::kCount, "", "How often, in all steps.", &Site::waits),
          C::Number("time_us", Unit::kMicros, "", "How long, added up.", &Site::time),
      },
      syncs.sites, [&](const Site& one) { return NameOf(profile, one.site); },
      "places that wait for less time");
}

// The reason for the wait. Calls named Async also block if the memory is not pinned.
std::string_view WhyOf(const Profile& profile, const DeviceSyncs::Site& site) {
  return profile.strings[site.call].find("Async") == std::string_view::npos
             ? ""
             : " (from or to memory that is not pinned)";
}

std::string_view HowToWaitLess(Framework framework) {
  switch (framework) {
    case Framework::kPyTorch:
      return "keep values on the device (.item(), .cpu(), nonzero, printing and masks with a "
             "changing size wait), read them once in many steps";
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

// Whether nothing says that the program asked for the wait: a runtime's own threads wait, too.
bool IsOfRuntime(const Profile& profile, const DeviceSyncs::Site& site) {
  return !site.site.op.valid() && !site.site.frame.valid() &&
         profile.strings[site.call].find("::") != std::string_view::npos;
}

Finding Judge(const InputOf<SyncThresholds>& input, const DeviceSyncs& syncs) {
  const Profile& profile = input.profile();
  const double share = ShareOf(syncs.time, syncs.span);
  const double per_step = ShareOf(syncs.waits, syncs.steps);
  const DeviceSyncs::Site& most = syncs.sites.front();
  const bool is_much = share > input.thresholds.share && !IsOfRuntime(profile, most);
  const std::string line = SourceLine(profile, most.site.frame);
  Finding finding;
  finding.id = is_much ? "synchronizes" : "synchronizations";
  finding.severity = WarningIf(is_much);
  finding.text = fmt::format(
      "{} the host stops {:.1f} times until a device is done and then launches more, for {} of the "
      "time ({}); most of it in {}{} by {}{}",
      syncs.is_whole ? "in the recording" : "within a step", per_step, Percent(share),
      FormatMicros(syncs.time / syncs.steps), profile.strings[most.call], WhyOf(profile, most),
      NameOf(profile, most.site), line.empty() ? "" : " at " + line);
  if (is_much) {
    finding.text += fmt::format(". It launches nothing ahead meanwhile: {}",
                                HowToWaitLess(FrameworkOf(profile)));
  }
  finding.command = fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                                QuoteWord(".*" + NameRegex(profile.strings[most.call])));
  // A call that stands in no op is its own site; `ops` has no calls of a runtime.
  if (most.site.op.valid() && most.site.op != most.call) {
    finding.command = fmt::format("ops -show_name_regexes {} -order_by self_us",
                                  QuoteWord(NameRegex(profile.strings[most.site.op])));
  }
  finding.evidence.push_back(Evidence(profile, syncs));
  return finding;
}

absl::StatusOr<Verdict> JudgeSyncs(const InputOf<SyncThresholds>& input) {
  PROFILER_ASSIGN_OR_RETURN(const DeviceSyncs syncs, DeviceSyncsOf(input.selected, input.context));
  Verdict verdict;
  if (syncs.steps == 0) {
    verdict.lacks = "no step of known length was recorded on a host that uses accelerators";
  } else if (syncs.waits > 0) {
    verdict.findings.push_back(Judge(input, syncs));
  }
  return verdict;
}

}  // namespace

extern const Rule kSynchronizationChecker = RuleOf<SyncThresholds>{
    .name = "SynchronizationChecker",
    .summary = "where the host stops within a step until a device is done",
    .run = JudgeSyncs,
    .is_in_overview = true,
};

}  // namespace profiler

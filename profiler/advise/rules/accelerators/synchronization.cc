#include "profiler/advise/rules/accelerators/synchronization.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

Report Evidence(const Profile& profile, const DeviceSyncs& syncs) {
  EvidenceTable evidence({
      EvidenceText("call", "The call of the runtime that waits."),
      EvidenceText("line", "The line of Python that called."),
      EvidenceNumber("waits", Unit::kCount, "How often, in all steps."),
      EvidenceNumber("time_us", Unit::kMicros, "How long, added up."),
  });
  for (const DeviceSyncs::Site& one : syncs.sites) {
    evidence.Add(NameOf(profile, one.site),
                 {std::string(profile.strings[one.call]), SourceLine(profile, one.site.frame),
                  static_cast<Value>(one.waits), one.time});
  }
  return evidence.Take("places that wait for less time");
}

// A call that is named Async waits all the same for such memory.
std::string_view WhyOf(const Profile& profile, const DeviceSyncs::Site& site) {
  return profile.strings[site.call].find("Async") == std::string_view::npos
             ? ""
             : " (from or to memory that is not pinned)";
}

Finding Judge(const RuleInput& input, const DeviceSyncs& syncs) {
  const Profile& profile = input.profile();
  const double share = static_cast<double>(syncs.time) / static_cast<double>(syncs.span);
  const double per_step = static_cast<double>(syncs.waits) / static_cast<double>(syncs.steps);
  const bool is_much = share > input.threshold("share");
  const DeviceSyncs::Site& most = syncs.sites.front();
  const std::string line = SourceLine(profile, most.site.frame);
  Finding finding;
  finding.id = is_much ? "synchronizes" : "synchronizations";
  finding.severity = is_much ? FindingSeverity::kWarning : FindingSeverity::kInfo;
  finding.text = fmt::format(
      "{} the host stops {:.1f} times until a device is done and then launches more, for {} of the "
      "time ({}); most of it in {}{} by {}{}",
      syncs.is_whole ? "in the recording" : "within a step", per_step, Percent(share, 1),
      FormatMicros(syncs.time / syncs.steps), profile.strings[most.call], WhyOf(profile, most),
      NameOf(profile, most.site), line.empty() ? "" : " at " + line);
  if (is_much) {
    finding.text +=
        ". It launches nothing ahead meanwhile: keep values on the device (.item(), .cpu(), "
        "nonzero, printing and masks with a changing size wait), read them once in many steps";
  }
  finding.command = fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                                QuoteWord(".*" + NameRegex(profile.strings[most.call])));
  if (most.site.op.valid()) {
    finding.command = fmt::format("ops -show_name_regexes {} -order_by self_us",
                                  QuoteWord(NameRegex(profile.strings[most.site.op])));
  }
  finding.evidence = Evidence(profile, syncs);
  return finding;
}

}  // namespace

absl::StatusOr<Verdict> Synchronization(const RuleInput& input) {
  PROFILER_ASSIGN_OR_RETURN(const DeviceSyncs syncs, DeviceSyncsOf(input.selected, input.context));
  Verdict verdict;
  if (syncs.steps == 0) {
    verdict.lacks = "no step of known length was recorded on a host that uses accelerators";
  } else if (syncs.waits > 0) {
    verdict.findings.push_back(Judge(input, syncs));
  }
  return verdict;
}

}  // namespace profiler

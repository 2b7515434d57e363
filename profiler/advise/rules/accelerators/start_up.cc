#include "profiler/analysis/steps/start_up.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

struct StartUpThresholds {
  Threshold share = {"share", 0.1,
                     "starting the runtime takes more than this share of the recording, 0 to 1", 1};
  Threshold least_us = {"least_us", 100'000, "the shortest first call to report"};
};

Report Evidence(const Profile& profile, const StartUp& start_up) {
  using C = ColumnOf<StartUp>;
  return EvidenceOf<StartUp>(
      {
          C::Number("time_us", Unit::kMicros, "", "How long the first call took.", &StartUp::time),
          C::Number("later_us", Unit::kMicros, "", "All later calls of the runtime, added up.",
                    &StartUp::later_calls),
          C::Number("span_us", Unit::kMicros, "", "From the first work to the end of the last.",
                    &StartUp::span),
      },
      {start_up}, [&](const StartUp& one) { return profile.strings[one.call]; });
}

Finding FindingOf(const Profile& profile, const StartUp& start_up, double limit) {
  const double share = Share(start_up.time, start_up.span);
  const std::string line = SourceLine(profile, start_up.site.frame);
  Finding finding;
  finding.id = "start_up";
  finding.severity = WarningIf(share > limit);
  finding.share = share;
  finding.subject = profile.strings[profile.sources[start_up.source].path];
  finding.text = fmt::format(
      "{} ({} of the recording) is the start of the GPU's runtime, in its first call, {} by {}{}: "
      "each process pays it once, and it is no part of a step; begin to record after a warm-up",
      FormatMicros(start_up.time), Percent(share), profile.strings[start_up.call],
      NameOf(profile, start_up.site), line.empty() ? "" : " at " + line);
  finding.command = fmt::format("trace -show_name_regexes {} -order_by self_us -top 10",
                                QuoteWord(".*" + NameRegex(profile.strings[start_up.call])));
  finding.evidence.push_back(Evidence(profile, start_up));
  finding.place = PlaceOf(profile, start_up.source);
  return finding;
}

absl::StatusOr<Verdict> JudgeStartUps(const InputOf<StartUpThresholds>& input) {
  Verdict verdict;
  for (const StartUp& one : StartUpsOf(input.selected)) {
    if (static_cast<double>(one.time) < input.thresholds.least_us * kPicosPerMicro) continue;
    verdict.findings.push_back(FindingOf(input.profile(), one, input.thresholds.share));
  }
  return verdict;
}

}  // namespace

extern const Rule kStartUpChecker = RuleOf<StartUpThresholds>{
    .name = "StartUpChecker",
    .summary = "what starting the runtime of accelerators takes",
    .run = JudgeStartUps,
    .applies = RecordsDeviceRuntime,
};

}  // namespace profiler

#include "profiler/advise/rules/job/pipeline.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/job/communication/exchange_remedy.h"
#include "profiler/advise/rules/ranks/rank_names.h"

namespace profiler {
namespace {

Report BubbleEvidence(const RanksOfRun& ranks) {
  using C = ColumnOf<const RankSteps*>;
  using Row = const RankSteps*;
  return EvidenceOf<Row>(
      {
          C::Real("median_us", Unit::kMicros, "", "The median of its whole steps.",
                  [](Row rank) { return rank->whole.median / kPicosPerMicro; }),
          C::Real("own_us", Unit::kMicros, "", "The same without waiting for communication.",
                  [](Row rank) { return rank->own / kPicosPerMicro; }),
          C::Real("exposed_sends_us", Unit::kMicros, "",
                  "In sends and receives while nothing computes, a step.",
                  [](Row rank) { return rank->exposed_sends / kPicosPerMicro; }),
      },
      ranks, [](Row rank) { return rank->name; }, "other ranks");
}

}  // namespace

void JudgePipeline(const InputOf<JobThresholds>& input, const RanksOfRun& ranks,
                   const RankSteps* straggler, const LackedRanks& missing, bool go_one_way,
                   Verdict& verdict) {
  double sends = 0, steps = 0, count = 0;
  for (const RankSteps* rank : ranks) {
    if (!rank->is_in_pipeline() || rank->whole.count == 0) continue;
    sends += rank->exposed_sends;
    steps += rank->whole.average;
    ++count;
  }
  if (straggler != nullptr || sends <= input.thresholds.communication * steps) return;
  const std::string cause =
      missing.empty() && go_one_way ? fmt::format(". {}", kTakeTurns)
      : missing.empty()
          ? ": bubbles of the pipeline. Use more micro-batches, or a schedule with smaller bubbles "
            "(interleaved, zero-bubble)"
          : fmt::format(". But {} {}, and one of them may be the slow stage: {}", missing.who,
                        missing.are_in_other_run ? "in another run" : missing.state(),
                        missing.remedy());
  Finding finding = Warning(
      "pipeline_bubbles", ranks.front()->run,
      fmt::format(
          "ranks wait for data of other ranks in send and receive, {} a step ({}) on average, and "
          "none{} computes much longer than the others{}",
          FormatMicros(static_cast<Value>(sends / count)), Percent(sends, steps),
          missing.empty() ? "" : " of those opened", cause),
      "steps -by rank");
  finding.share = sends / steps;
  finding.evidence.push_back(BubbleEvidence(ranks));
  verdict.findings.push_back(std::move(finding));
}

}  // namespace profiler

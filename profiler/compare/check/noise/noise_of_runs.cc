#include "profiler/compare/check/noise/noise_of_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "profiler/compare/change.h"
#include "profiler/compare/stats/one_more_run.h"

namespace profiler {
namespace {

// "the 5 runs of the base".
std::string SeveralRuns(size_t base_runs, size_t new_runs) {
  return fmt::format("the {} runs of the {}", std::max(base_runs, new_runs),
                     base_runs > 1 ? "base" : "new profile");
}

}  // namespace

bool KnowsNoiseOfRuns(size_t base_runs, size_t new_runs) {
  return std::min(base_runs, new_runs) == 1 && std::max(base_runs, new_runs) >= kLeastRunsOfNoise;
}

std::string RunsShowNoiseText(size_t base_runs, size_t new_runs) {
  return fmt::format("; {} show the noise between runs", SeveralRuns(base_runs, new_runs));
}

void AddNoiseOfRuns(const std::vector<double>& base, const std::vector<double>& next,
                    NoiseVerdict& verdict) {
  const OneMoreRun one_more =
      base.size() > 1 ? CompareOneMore(base, next.front()) : CompareOneMore(next, base.front());
  const bool were_too_few = verdict.status == CheckStatus::kCannotTell;
  if (verdict.status == CheckStatus::kUnclear) {
    verdict.reason += RunsShowNoiseText(base.size(), next.size());
    return;
  }
  const bool is_more = one_more.p_value < kSignificance;
  const std::string runs =
      fmt::format("{} run{} against {}", next.size(), next.size() == 1 ? "" : "s", base.size());
  const std::string several = SeveralRuns(base.size(), next.size());
  const std::string by_runs =
      is_more && one_more.half_width == 0
          ? fmt::format("{} do not differ, so there is no noise between runs, {}", several, runs)
          : fmt::format("{} than {} differ: p = {:.2g}, {}", is_more ? "more" : "no more", several,
                        one_more.p_value, runs);
  verdict.reason =
      is_more && !were_too_few ? fmt::format("{}; {}", verdict.reason, by_runs) : by_runs;
  if (were_too_few || one_more.p_value > verdict.p_value) {
    verdict.p_value = one_more.p_value;
    verdict.word = "run";
  }
  verdict.spread_p = were_too_few || std::isnan(verdict.spread_p)
                         ? one_more.p_value
                         : std::max(verdict.spread_p, one_more.p_value);
  verdict.counts += "; " + runs;
  verdict.status = is_more ? CheckStatus::kBroken : CheckStatus::kUnclear;
}

}  // namespace profiler

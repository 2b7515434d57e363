#include "profiler/compare/page/sentences/rank_changes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/compare/page/side.h"
#include "profiler/query/query.h"
#include "profiler/store/builder.h"

namespace profiler {
namespace {

constexpr int kSteps = 10;
constexpr double kExchange = 10;  // the time of collectives in which no host waits, in microseconds

Profile ProfileOfHosts(size_t hosts) {
  ProfileBuilder builder;
  for (size_t host = 0; host < hosts; ++host) {
    SourceRow row;
    row.path = builder.Intern("w-" + std::to_string(host) + ".pb");
    row.host = builder.Intern("w-" + std::to_string(host));
    const SourceId source = builder.AddSource(row);
    for (int step = 0; step < kSteps; ++step)
      builder.step(builder.Step(source, step)).listed = true;
  }
  return builder.Build();
}

// Steps of a job whose hosts work so long by themselves, in microseconds, and wait in collectives
// until all are done.
Side SideOf(const Selected& selected, const std::vector<double>& owns) {
  const Profile& profile = selected.profile();
  Side side;
  side.selected = &selected;
  StepTimings& run = side.timings.emplace_back();
  side.parts.resize(kStepPartCount);
  for (NamedPart& part : side.parts) part.times.resize(profile.steps.size());
  for (std::vector<double>& part : run.parts) part.resize(profile.steps.size());
  const double slowest = *std::max_element(owns.begin(), owns.end());
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    const double own = owns[step.source.row()];
    const double jitter = 0.01 * static_cast<double>(step.number);
    run.ids.emplace_back(i);
    run.totals.push_back((slowest + kExchange + jitter) * kPicosPerMicro);
    run.parts[static_cast<size_t>(StepPart::kCollectives)][i] =
        (slowest - own + kExchange) * kPicosPerMicro;
    side.parts[static_cast<size_t>(StepPart::kCollectives)].times[i] = kExchange;
  }
  return side;
}

Change StepChange(double base, double next) {
  Change change;
  change.base = base;
  change.next = next;
  change.delta = next - base;
  change.verdict = next > base ? Verdict::kSlower : Verdict::kFaster;
  return change;
}

}  // namespace

TEST_CASE("Where ranks have no numbers the host is named for which the others wait") {
  using Catch::Matchers::Contains;
  const Profile profile = ProfileOfHosts(4);
  const Selected selected(profile, Query().selection);
  const Side base = SideOf(selected, {100, 100, 100, 100});
  const Side next = SideOf(selected, {100, 100, 150, 100});
  const Change step = StepChange(110, 160);
  const std::string text = FindRankChanges(step, base, next, kDefaultTolerance).sentence;
  CHECK_THAT(text, Contains("Of 4 hosts only w-2 (50 us) takes longer per step outside of "
                            "collectives, in which the others wait for it"));
  CHECK_THAT(text, Contains("-host w-2"));
  CHECK(IsExchangeAsBefore(step, base, next));
  // All of them are slower.
  CHECK(FindRankChanges(step, base, SideOf(selected, {150, 150, 150, 150}), kDefaultTolerance)
            .sentence.empty());
}

}  // namespace profiler

#include "profiler/compare/page/sentences/mean_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/compare/page/sentences/row_texts.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Means over the steps of a host, in picoseconds.
struct MeansOfHost {
  double steps = 0, total = 0;
  std::array<double, kStepPartCount> parts = {};
};
using MeansByHost = std::map<std::string_view, MeansOfHost>;

MeansByHost MeanPartsOf(const Side& side) {
  const Profile& profile = side.profile();
  MeansByHost hosts;
  for (const StepTimings& run : side.timings) {
    for (size_t i = 0; i < run.totals.size() && i < run.ids.size(); ++i) {
      const SourceId source = profile.steps[run.ids[i]].source;
      MeansOfHost& host =
          hosts[source.valid() ? RecordedHost(profile, profile.sources[source]) : ""];
      ++host.steps;
      host.total += run.totals[i];
      for (size_t part = 0; part < kStepPartCount; ++part) {
        if (i < run.parts[part].size()) host.parts[part] += run.parts[part][i];
      }
    }
  }
  for (auto& [name, host] : hosts) {
    host.total /= host.steps;
    for (double& part : host.parts) part /= host.steps;
  }
  return hosts;
}

// What hosts do for themselves, while others wait for them elsewhere.
bool IsOwnWork(StepPart part) {
  return part == StepPart::kInput || part == StepPart::kHostToDevice || part == StepPart::kCompile;
}

struct GrownMean {
  std::string_view host;
  size_t part = 0;
  double before = 0, after = 0;

  double growth() const { return after - before; }
};

// The host on which the part grew most, if it grew little on all others.
GrownMean MostGrown(const MeansByHost& before, const MeansByHost& after, size_t part) {
  constexpr double kLittle = 0.2;
  GrownMean most;
  double of_others = 0;
  for (const auto& [name, host] : after) {
    const GrownMean one = {name, part, before.at(name).parts[part], host.parts[part]};
    of_others = std::max(of_others, std::min(one.growth(), most.growth()));
    if (one.growth() > most.growth()) most = one;
  }
  return of_others > kLittle * most.growth() ? GrownMean() : most;
}

// Empty also of fewer hosts.
std::string GrownPartText(const Side& base, const Side& next, size_t least_hosts) {
  if (!base.has_steps() || !next.has_steps()) return "";
  const MeansByHost before = MeanPartsOf(base), after = MeanPartsOf(next);
  const bool are_alike = before.size() == after.size() &&
                         std::all_of(after.begin(), after.end(),
                                     [&](const auto& host) { return before.contains(host.first); });
  if (!are_alike || after.size() < least_hosts) return "";
  double longer = 0;
  for (const auto& [name, host] : after) longer += host.total - before.at(name).total;
  longer /= static_cast<double>(after.size());
  GrownMean most;
  for (size_t part = 0; part < kStepPartCount; ++part) {
    if (after.size() > 1 && !IsOwnWork(static_cast<StepPart>(part))) continue;
    const GrownMean one = MostGrown(before, after, part);
    if (one.growth() > most.growth()) most = one;
  }
  if (longer <= 0 || 2 * most.growth() < longer) return "";
  const auto text = [](double picos) {
    return ScaledText(static_cast<Value>(picos), Unit::kMicros);
  };
  const std::string takes =
      fmt::format("{} takes {}, {} before", PartInWords(Name(static_cast<StepPart>(most.part))),
                  text(most.after), text(most.before));
  if (after.size() == 1) return "In the mean step " + takes;
  return fmt::format(
      "Of {} hosts only {} takes clearly longer by itself: in its mean step {}. Diff with -host {} "
      "says more",
      after.size(), most.host, takes, most.host);
}

}  // namespace

std::string MeanPartSentence(const Side& base, const Side& next) {
  return GrownPartText(base, next, 1);
}

std::string GrownHostSentence(const Change& step, const Side& base, const Side& next) {
  return step.verdict == Verdict::kSlower ? GrownPartText(base, next, 2) : "";
}

}  // namespace profiler

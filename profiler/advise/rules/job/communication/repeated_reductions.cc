// Whether gradients that are accumulated are exchanged after each backward pass.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/advise/rules/job/communication/stalled_workers.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

constexpr std::string_view kDdpForward = "DistributedDataParallel.forward";
// Smaller ones are of losses, metrics and norms.
constexpr int64_t kLeastGradients = 1 << 20;

struct Reduction {
  int64_t requested = 0, bytes = 0;
};
// What the host of a rank does in a step, in picoseconds of its clock.
struct PassesOfStep {
  std::vector<int64_t> forwards;  // begins of DDP's forward passes
  int64_t updates = 0;            // of an optimizer
  std::vector<Reduction> reductions;
};
using PassesByStep = std::map<StepId, PassesOfStep>;

PassesByStep PassesOf(const Profile& profile, SourceId source) {
  PassesByStep steps;
  const StringId forward = profile.strings.Find(kDdpForward);
  if (!forward.valid()) return steps;
  for (const Track track : Tracks(profile)) {
    if (track.row.source != source || IsAccelerator(track.row)) continue;
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid() || !events.op[e].valid()) continue;
      const StringId name = profile.ops.row[events.op[e]].name;
      if (name == forward) {
        steps[events.step[e]].forwards.push_back(events.begin[e]);
      } else if (profile.strings[name].starts_with(kOptimizerStep)) {
        ++steps[events.step[e]].updates;
      }
    }
  }
  return steps;
}

void AddReductions(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                   PassesByStep& steps) {
  const LaunchedBy launched_by(profile);
  for (const CollectiveEvent& one : run.compared.events) {
    const bool is_of_gradients = one.kind == CollectiveKind::kAllReduce && !one.is_call &&
                                 !one.is_end && one.bytes != kUnknown &&
                                 one.bytes >= kLeastGradients;
    if (!is_of_gradients || one.source != use.worker.source) continue;
    const auto step = steps.find(one.step);
    const EventId call = launched_by(one.event.track, one.event.row);
    if (step == steps.end() || !call.track.valid()) continue;
    step->second.reductions.push_back({profile.events[call.track].begin[call.row], one.bytes});
  }
}

// In how many passes of the step equal gradients are reduced; 0 unless it is in each of several
// passes, for one update.
size_t EqualReductions(PassesOfStep& step) {
  std::sort(step.forwards.begin(), step.forwards.end());
  const size_t passes = step.forwards.size();
  const bool accumulates =
      passes > 1 && step.updates > 0 && 2 * static_cast<size_t>(step.updates) <= passes;
  if (!accumulates) return 0;
  std::vector<std::vector<int64_t>> of_pass(passes);
  for (const Reduction& one : step.reductions) {
    const auto next = std::upper_bound(step.forwards.begin(), step.forwards.end(), one.requested);
    if (next == step.forwards.begin()) return 0;
    of_pass[static_cast<size_t>(next - step.forwards.begin()) - 1].push_back(one.bytes);
  }
  for (std::vector<int64_t>& sizes : of_pass) {
    std::sort(sizes.begin(), sizes.end());
    if (sizes.empty() || sizes != of_pass.front()) return 0;
  }
  return passes;
}

}  // namespace

RepeatedReductions RepeatedReductionsOf(const Profile& profile, const WorkerUse& use,
                                        const RunCommunication& run) {
  if (!use.on_accelerators || !run.missing.empty() || use.steps == 0) return {};
  PassesByStep steps = PassesOf(profile, use.worker.source);
  if (steps.empty()) return {};
  AddReductions(profile, use, run, steps);
  std::map<size_t, size_t> counts;
  for (auto& [id, step] : steps) ++counts[EqualReductions(step)];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most->first == 0 || 2 * most->second <= steps.size()) return {};
  const auto passes = static_cast<int64_t>(most->first);
  RepeatedReductions found;
  found.a_step = most->first;
  found.saves = use.exposed_exchange() / use.steps / passes * (passes - 1);
  return found;
}

std::string RepeatedText(const RepeatedReductions& repeated) {
  return fmt::format(
      ". The same gradients are reduced {} times a step, once after each backward pass, and then "
      "accumulated: run all passes but the last in no_sync() (with model.no_sync():), which leaves "
      "one",
      repeated.a_step);
}

}  // namespace profiler

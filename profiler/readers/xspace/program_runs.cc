#include "profiler/readers/xspace/program_runs.h"

#include <algorithm>

namespace profiler::xspace {
bool ProgramRuns::IsCall(std::string_view name) {
  return name.find("Executable::ExecuteHelper") != name.npos;
}

void ProgramRuns::AddPart(int64_t run_id, EventId event, int64_t begin) {
  Run& run = runs_[run_id];
  run.begin = std::min(run.begin, begin);
  const auto [last, is_new] = last_run_.try_emplace(event.track, run_id);
  if (is_new || last->second != run_id || run.firsts.empty()) run.firsts.push_back(event);
  last->second = run_id;
}

void ProgramRuns::Link(ProfileBuilder& builder) && {
  if (runs_.empty() || calls_.empty()) return;
  if (calls_.size() % runs_.size() != 0) return;
  std::stable_sort(calls_.begin(), calls_.end(),
                   [](const Call& a, const Call& b) { return a.begin < b.begin; });
  std::vector<const Run*> in_order;
  for (const auto& [id, run] : runs_) in_order.push_back(&run);
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const Run* a, const Run* b) { return a->begin < b->begin; });
  const size_t calls_of_each = calls_.size() / runs_.size();  // one for each device
  for (size_t i = 0; i < in_order.size(); ++i) {
    if (in_order[i]->begin < calls_[i * calls_of_each].begin) return;
  }
  for (size_t i = 0; i < in_order.size(); ++i) {
    const EventId call = calls_[i * calls_of_each].event;
    for (const EventId first : in_order[i]->firsts) {
      // What runs in the call itself, as a first call does, is nested in it.
      if (first.track != call.track) builder.AddFlow({call, first, FlowKind::kAsync});
    }
  }
}

}  // namespace profiler::xspace

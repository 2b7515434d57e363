#include "profiler/readers/xspace/program_runs.h"

#include <algorithm>

namespace profiler::xspace {
namespace {

void LinkFirsts(EventId call, const std::vector<EventId>& firsts, ProfileBuilder& builder) {
  for (const EventId first : firsts) {
    // What runs in the call itself, as a first call does, is nested in it.
    if (first.track != call.track) builder.AddFlow({call, first, FlowKind::kAsync});
  }
}

}  // namespace

bool ProgramRuns::IsCall(std::string_view name) {
  return name.find("Executable::ExecuteHelper") != name.npos;
}

bool ProgramRuns::IsCallWithId(std::string_view name) {
  return name.find("Executable::Execute") != name.npos;
}

void ProgramRuns::AddPart(int64_t run_id, EventId event, int64_t begin) {
  Run& run = runs_[run_id];
  run.begin = std::min(run.begin, begin);
  const auto [last, is_new] = last_run_.try_emplace(event.track, run_id);
  if (is_new || last->second != run_id || run.firsts.empty()) run.firsts.push_back(event);
  last->second = run_id;
}

std::vector<const ProgramRuns::Run*> ProgramRuns::RunsWithoutId() const {
  std::vector<const Run*> runs;
  for (const auto& [id, run] : runs_) {
    if (!calls_by_run_.contains(id)) runs.push_back(&run);
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run* a, const Run* b) { return a->begin < b->begin; });
  return runs;
}

bool ProgramRuns::CallsMatch(const std::vector<const Run*>& runs) const {
  if (runs.empty()) return true;
  if (calls_.empty() || calls_.size() % runs.size() != 0) return false;
  const size_t calls_of_each = calls_.size() / runs.size();
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]->begin < calls_[i * calls_of_each].begin) return false;
  }
  return true;
}

void ProgramRuns::Link(ProfileBuilder& builder) && {
  if (runs_.empty()) return;
  std::stable_sort(calls_.begin(), calls_.end(),
                   [](const Call& a, const Call& b) { return a.begin < b.begin; });
  const std::vector<const Run*> in_order = RunsWithoutId();
  if (!CallsMatch(in_order)) return;
  for (const auto& [id, run] : runs_) {
    const auto call = calls_by_run_.find(id);
    if (call != calls_by_run_.end()) LinkFirsts(call->second, run.firsts, builder);
  }
  for (size_t i = 0; i < in_order.size(); ++i) {
    const size_t calls_of_each = calls_.size() / in_order.size();  // one for each device
    LinkFirsts(calls_[i * calls_of_each].event, in_order[i]->firsts, builder);
  }
}

}  // namespace profiler::xspace

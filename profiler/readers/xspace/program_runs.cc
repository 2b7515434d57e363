#include "profiler/readers/xspace/program_runs.h"

#include <algorithm>

namespace profiler::xspace {
namespace {

// The step of the last mark that begins by then and has not ended; invalid if there is none.
StepId StepAt(const std::vector<StepMarks::HostMark>& marks, int64_t time) {
  auto after =
      std::upper_bound(marks.begin(), marks.end(), time,
                       [](int64_t at, const StepMarks::HostMark& mark) { return at < mark.begin; });
  if (after == marks.begin() || (--after)->end <= time) return StepId();
  return after->step;
}

}  // namespace

bool ProgramRuns::IsCall(std::string_view name) {
  return name.find("Executable::ExecuteHelper") != name.npos;
}

void ProgramRuns::AddPart(int64_t run_id, EventId event, int64_t begin) {
  Run& run = runs_[run_id];
  run.begin = std::min(run.begin, begin);
  if (!run.rows.empty() && run.rows.back().track == event.track) {
    run.rows.back().last = event.row;
  } else {
    run.rows.push_back({event.track, event.row, event.row});
  }
}

void ProgramRuns::AssignSteps(const std::vector<StepMarks::HostMark>& marks,
                              ProfileBuilder& builder) && {
  if (marks.empty() || runs_.empty() || calls_.empty()) return;
  if (calls_.size() % runs_.size() != 0) return;
  std::sort(calls_.begin(), calls_.end());
  std::vector<const Run*> in_order;
  for (const auto& [id, run] : runs_) in_order.push_back(&run);
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const Run* a, const Run* b) { return a->begin < b->begin; });
  const size_t calls_of_each = calls_.size() / runs_.size();  // one for each device
  for (size_t i = 0; i < in_order.size(); ++i) {
    if (in_order[i]->begin < calls_[i * calls_of_each]) return;
  }
  for (size_t i = 0; i < in_order.size(); ++i) {
    const StepId step = StepAt(marks, calls_[i * calls_of_each]);
    if (!step.valid()) continue;
    for (const Rows& rows : in_order[i]->rows) {
      for (uint32_t row = rows.first; row <= rows.last; ++row) {
        builder.SetStep({rows.track, row}, step);
      }
    }
  }
}

}  // namespace profiler::xspace

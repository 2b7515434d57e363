#include "profiler/views/steps/job_parts.h"

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

struct JobPart {
  Int128 begin, length;
  Int128 all;  // the duration of the job
};

const std::vector<ColumnOf<JobPart>>& JobColumns() {
  using C = ColumnOf<JobPart>;
  using Row = const JobPart&;
  static const std::vector<C> kColumns = {
      C::Number("begin_us", Unit::kMicros, "begin", "From the profile's start to its begin.",
                &JobPart::begin)
          .As(ColumnRole::kBegin),
      C::Number("duration_us", Unit::kMicros, "duration", "How long it took.", &JobPart::length),
      C::Real("share", Unit::kShare, "share", "Its part of the whole time.",
              [](Row row) { return ShareOf(row.length, row.all); }),
  };
  return kColumns;
}

}  // namespace

Report StartJob() {
  Report job = StartTable("job", "The job's time", "the part of the job", Headers(JobColumns()));
  job.values = {Basis::kTotals, "the job's whole time"};
  return job;
}

Report PartsOfJob(const JobPhases& phases) {
  Report report = StartJob();
  const std::optional<TimeAroundSteps> parts = phases.Parts();
  if (!parts.has_value()) return report;
  struct Part {
    std::string_view name;
    Int128 length;
    bool may_be_none;  // then there is no row
  };
  const bool starts_unseen = parts->unseen_before > 0, ends_unseen = parts->unseen_after > 0;
  const Part rows[] = {{"no step recorded before", parts->unseen_before, true},
                       {"initialization", parts->before, starts_unseen},
                       {"training_loop", parts->steps, false},
                       {"finalization", parts->after, ends_unseen},
                       {"no step recorded after", parts->unseen_after, true}};
  Int128 all = 0;
  for (const Part& part : rows) all += part.length;
  Int128 begin = parts->begin - parts->unseen_before;
  for (const Part& part : rows) {
    if (part.may_be_none && part.length == 0) continue;
    AppendRow(JobColumns(), part.name, JobPart{begin, part.length, all}, report);
    begin += part.length;
  }
  return report;
}

}  // namespace profiler

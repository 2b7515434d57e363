// How often lines of code run, in profiles of which not all recorded Python.
#include <algorithm>
#include <string_view>

#include "profiler/compare/diff.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr int64_t kSteps = 6;

// A program whose line 10 runs an op `ops` times a step; with Python, in a call of its function.
Profile ProgramOf(int64_t ops, bool has_python) {
  MadeProfile made;
  const SourceId source = made.Source("made.json");
  const TrackId thread = made.Track(source, "/host:CPU", TrackKind::kThread);
  FrameRow frame;
  frame.file = made.builder.Intern("train.py");
  frame.line = 10;
  frame.function = made.builder.Intern("train_step");
  OpRow row;
  row.name = row.type = made.builder.Intern("matmul");
  row.frame = made.builder.Frame(frame);
  const OpId op = made.builder.AddOp(row);
  OpRow call = row;
  call.kind = OpKind::kRuntime;
  call.name = made.builder.Intern("train.py(10): train_step");
  call.type = made.builder.Intern(kPythonFunctionType);
  const OpId python = has_python ? made.builder.AddOp(call) : OpId();
  for (int64_t number = 0; number < kSteps; ++number) {
    const int64_t begin = number * 10'000;
    StepRow step_row;
    step_row.source = source;
    step_row.number = number;
    step_row.listed = true;
    step_row.begin = begin * kUs;
    step_row.end = (begin + 9'000) * kUs;
    const StepId step = made.builder.AddStep(step_row);
    if (has_python) made.Event(thread, begin, 8'000, python, step);
    for (int64_t i = 0; i < ops; ++i) {
      made.Event(thread, begin + 500 * i, 400 + number, op, step);
    }
  }
  return made.builder.Build();
}

// Whether the table of lines says how often they ran.
bool CountsLines(const Profile& next, const Profile& base) {
  Query query;
  query.compat_tfprof = false;
  RunContext context;
  const auto report = DiffReport(Selected(next, query.selection), Selected(base, query.selection),
                                 query, CompareOptions(), context);
  REQUIRE(report.ok());
  const auto lines = std::find_if(report->sections.begin(), report->sections.end(),
                                  [](const Report& section) { return section.view == "lines"; });
  REQUIRE(lines != report->sections.end());
  REQUIRE(HasRow(*lines, "train.py:10 (train_step)"));
  return std::any_of(lines->columns.begin(), lines->columns.end(), [](const ReportColumn& column) {
    return column.name == "base_runs" || column.name == "new_runs";
  });
}

TEST_CASE("calls of Python are not compared with runs of ops") {
  const Profile once = ProgramOf(1, /*has_python=*/false);
  const Profile thrice = ProgramOf(3, /*has_python=*/false);
  const Profile with_python = ProgramOf(3, /*has_python=*/true);
  CHECK(CountsLines(thrice, once));
  CHECK_FALSE(CountsLines(with_python, thrice));
  CHECK_FALSE(CountsLines(thrice, with_python));
}

}  // namespace
}  // namespace profiler

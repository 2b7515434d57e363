// Profiles built by hand of what ops took in several steps, and answers about them.
#ifndef TESTS_UNIT_QUERY_STEP_PROFILES_H_
#define TESTS_UNIT_QUERY_STEP_PROFILES_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/catalog/options.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {

inline constexpr int64_t kUs = kPicosPerMicro;

struct Work {
  int64_t step, micros;
  int64_t bytes = kUnknown;
  std::string device = "/device:cpu:0";
};

// A profile under construction. Ops `a/b` of a type, made on a line of their own type's frame.
class Maker {
 public:
  SourceId Source(const std::string& path) {
    SourceRow row;
    row.path = builder.Intern(path);
    row.format = builder.Intern("hand_made");
    row.resolution_ps = 1;
    row.has_code_traces = true;
    return source_ = builder.AddSource(row);
  }
  OpId Op(const std::string& name, const std::string& type, const std::vector<Work>& works,
          int64_t float_ops = kUnknown) {
    FrameRow frame;
    frame.file = builder.Intern("f.py");
    frame.line = 1;
    frame.function = builder.Intern(type);
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    row.frame = builder.Frame(frame);
    row.float_ops = float_ops;
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    Ran(op, works);
    return op;
  }
  void Ran(OpId op, const std::vector<Work>& works) {
    for (const Work& work : works) {
      ExecRow exec;
      exec.op = op;
      if (work.step >= 0) exec.step = builder.Step(source_, work.step);
      exec.device = builder.Device(work.device);
      exec.origin = Origin::kRecorded;
      exec.runs = 1;
      exec.cpu_time = static_cast<Int128>(work.micros) * kUs;
      exec.requested_bytes = work.bytes;
      builder.AddExec(exec);
    }
  }
  ProfileBuilder builder;

 private:
  SourceId source_;
};

using Given = std::vector<std::pair<std::string, std::string>>;

inline Report Run(const std::string& view, const Profile& profile, const Given& options,
                  bool compat = false) {
  Options parsed;
  for (const auto& [name, value] : options) REQUIRE(FindOption(name)->set(parsed, value).ok());
  parsed.query.compat_tfprof = compat;
  RunContext context;
  auto report = Ask(profile, view, parsed.query, context);
  INFO(Message(report.status()));
  REQUIRE(report.ok());
  return *std::move(report);
}

inline const ReportColumn& Find(const Report& report, const std::string& name) {
  const auto it = std::find_if(report.columns.begin(), report.columns.end(),
                               [&](const ReportColumn& column) { return column.name == name; });
  REQUIRE(it != report.columns.end());
  return *it;
}

inline size_t RowOf(const Report& report, const std::string& name) {
  const auto it = std::find_if(report.rows.begin(), report.rows.end(),
                               [&](const Row& row) { return row.name == name; });
  INFO(name);
  REQUIRE(it != report.rows.end());
  return static_cast<size_t>(it - report.rows.begin());
}

inline double Micros(Value value) { return static_cast<double>(value) / kUs; }
inline double Own(const Report& report, const std::string& row) {
  return Micros(Find(report, "micros").own[RowOf(report, row)]);
}
inline double Total(const Report& report, const std::string& row) {
  return Micros(Find(report, "micros").total[RowOf(report, row)]);
}

inline std::string Names(const Report& report) {
  std::string names;
  for (const Row& row : report.rows) names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

inline bool HasNote(const Report& report, const std::string& id) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const Note& note) { return note.id == id; });
}

// In four steps, x/a takes 10 20 30 40, x/b only 100 in the second.
inline Profile FourSteps() {
  Maker m;
  m.Source("a");
  m.Op("x/a", "A", {{1, 10, 1}, {2, 20, 2}, {3, 30, 3}, {4, 40, 4}}, 5);
  m.Op("x/b", "B", {{2, 100, 7}});
  m.Op("y", "A", {}, 1000);  // never ran
  return m.builder.Build();
}

}  // namespace profiler

#endif  // TESTS_UNIT_QUERY_STEP_PROFILES_H_

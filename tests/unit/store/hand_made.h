// A profile that tests build by hand, with facts that no tfprof file has, and what views say of it.
#ifndef TESTS_UNIT_STORE_HAND_MADE_H_
#define TESTS_UNIT_STORE_HAND_MADE_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {

// A profile under construction, with short names for what tests add.
class Maker {
 public:
  SourceId Source(const std::string& host, int64_t clock_offset_ps = 0) {
    SourceRow row;
    row.path = builder.Intern(host + ".pb");
    row.format = builder.Intern("hand_made");
    row.host = builder.Intern(host);
    row.resolution_ps = 1;
    row.clock_offset_ps = clock_offset_ps;
    row.has_code_traces = true;
    return builder.AddSource(row);
  }
  TrackId Track(SourceId source, const std::string& device, TrackKind kind, TrackRole role,
                const std::string& name) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = kind;
    row.role = role;
    row.name = builder.Intern(name);
    return builder.Track(row);
  }
  TrackId Thread(SourceId source) {
    return Track(source, "/device:cpu:0", TrackKind::kThread, TrackRole::kExec, "main");
  }
  TrackId Stream(SourceId source) {
    return Track(source, "/device:gpu:0", TrackKind::kStream, TrackRole::kExec, "stream 7");
  }
  OpId Op(const std::string& name, const std::string& type, FrameId frame = FrameId()) {
    OpRow row;
    row.kind = OpKind::kFrameworkOp;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    row.frame = frame;
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  FrameId Frame(FrameId parent, const std::string& file, int64_t line,
                const std::string& function) {
    FrameRow row;
    row.parent = parent;
    row.file = builder.Intern(file);
    row.line = line;
    row.function = builder.Intern(function);
    return builder.Frame(row);
  }
  EventId Event(TrackId track, int64_t begin_us, int64_t duration_us, OpId op = OpId(),
                StepId step = StepId()) {
    EventRow row;
    row.begin = begin_us * kPicosPerMicro;
    row.duration = duration_us * kPicosPerMicro;
    row.op = op;
    row.step = step;
    return builder.AddEvent(track, row);
  }

  ProfileBuilder builder;
};

inline Query AllMeasures() {
  Query query;
  query.compat_tfprof = false;
  query.max_depth = 100;
  for (const OpColumn& column : OpColumns()) {
    if (column.name != kTensorValueColumn) query.select.emplace_back(column.name);
  }
  return query;
}

inline Report Run(const std::string& view, const Profile& profile,
                  const Query& query = AllMeasures()) {
  RunContext context;
  auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}

inline const ReportColumn& NamedColumn(const Report& report, const std::string& name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column " << name);
  return report.columns.front();
}

inline size_t RowOf(const Report& report, const std::string& name) {
  for (size_t i = 0; i < report.rows.size(); ++i) {
    if (report.rows[i].name == name) return i;
  }
  FAIL("no row " << name);
  return 0;
}

inline Value Own(const Report& report, const std::string& row,
                 const std::string& column = "micros") {
  const Value value = NamedColumn(report, column).own[RowOf(report, row)];
  const bool is_time = NamedColumn(report, column).unit == Unit::kMicros;
  return is_time && value != kAbsent ? value / kPicosPerMicro : value;
}
inline Value Total(const Report& report, const std::string& row,
                   const std::string& column = "micros") {
  return NamedColumn(report, column).total[RowOf(report, row)] / kPicosPerMicro;
}

// The rows' own values sum to the grand total, in every view and time column.
inline void CheckTotals(const Profile& profile, int64_t expected_us) {
  for (const char* view : {"op", "scope", "code"}) {
    CAPTURE(view);
    if (std::string(view) == "code" && profile.frames.size() == 0) continue;
    Query query = AllMeasures();
    query.statistic = Statistic::kSum;  // so that what ran outside of steps counts
    const Report report = Run(view, profile, query);
    for (const char* name : {"micros", "cpu_micros", "accelerator_micros"}) {
      const ReportColumn& column = NamedColumn(report, name);
      Value sum = 0;
      for (Value own : column.own) sum += own == kAbsent ? 0 : own;
      CHECK(static_cast<int64_t>(sum) == static_cast<int64_t>(column.grand_total));
    }
    CHECK(static_cast<int64_t>(NamedColumn(report, "micros").grand_total) ==
          expected_us * kPicosPerMicro);
  }
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_HAND_MADE_H_

// Profiles that tests build row by row, and helpers to read answers about them.
#ifndef TESTS_UNIT_COMMON_MADE_PROFILE_H_
#define TESTS_UNIT_COMMON_MADE_PROFILE_H_

#include <catch2/catch.hpp>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {

constexpr int64_t kUs = kPicosPerMicro;

class MadeProfile {
 public:
  SourceId Source(const std::string& path, const std::string& host = "") {
    SourceRow row;
    row.path = builder.Intern(path);
    row.format = builder.Intern("hand_made");
    if (!host.empty()) row.host = builder.Intern(host);
    row.resolution_ps = 1;
    return builder.AddSource(row);
  }
  TrackId Track(SourceId source, const std::string& device, TrackKind kind = TrackKind::kLane) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = kind;
    row.name = builder.Intern(device);
    return builder.Track(row);
  }
  TrackId Stream(SourceId source, const std::string& device) {
    return Track(source, device, TrackKind::kStream);
  }
  OpId Op(const std::string& name) {
    OpRow row;
    row.name = row.type = builder.Intern(name);
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  void Event(TrackId track, int64_t begin_us, int64_t duration_us, OpId op, StepId step = {}) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.step = step;
    builder.AddEvent(track, row);
  }
  void Memory(OpId op, StepId step, const std::string& device, int64_t bytes) {
    SnapshotRow row;
    row.op = op;
    row.step = step;
    row.device = builder.Device(device);
    row.requested_bytes = bytes;
    row.peak_bytes = 2 * bytes;
    builder.AddSnapshot(row);
  }

  ProfileBuilder builder;
};

inline Report Answer(const std::string& view, const Profile& profile, const Query& query = {}) {
  RunContext context;
  auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}

inline const ReportColumn& ColumnOf(const Report& report, const std::string& name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column " << name);
  return report.columns.front();
}

inline bool HasRow(const Report& report, const std::string& name) {
  for (const Row& row : report.rows) {
    if (row.name == name) return true;
  }
  return false;
}

inline size_t RowOf(const Report& report, const std::string& name) {
  for (size_t i = 0; i < report.rows.size(); ++i) {
    if (report.rows[i].name == name) return i;
  }
  FAIL("no row " << name);
  return 0;
}

// The number in a cell; times are in whole microseconds.
inline Value Cell(const Report& report, size_t row, const std::string& column) {
  const ReportColumn& of = ColumnOf(report, column);
  const Value value = of.own.at(row);
  return of.unit == Unit::kMicros && value != kAbsent ? value / kUs : value;
}
inline Value Cell(const Report& report, const std::string& row, const std::string& column) {
  return Cell(report, RowOf(report, row), column);
}
inline std::string Word(const Report& report, const std::string& row, const std::string& column) {
  return ColumnOf(report, column).words.at(RowOf(report, row));
}

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_MADE_PROFILE_H_

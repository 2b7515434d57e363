// Profiles of workers as ProfileContext dumps them, and what views say about them when merged.
#ifndef TESTS_UNIT_STORE_DUMPED_PROFILE_H_
#define TESTS_UNIT_STORE_DUMPED_PROFILE_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/store/builder.h"
#include "profiler/store/transform/merge.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/rendered.h"

namespace profiler {

// An op that ran once in a step.
struct DumpedExecution {
  std::string op;
  int64_t step;
  int64_t micros;
};

// A profile of one worker, as ProfileContext dumps it.
inline Profile Dump(const std::string& path, const std::string& task, int64_t epoch_us,
                    const std::vector<DumpedExecution>& executions) {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern(path);
  source.tfprof_rules = TfprofRules::kApplied;
  source.resolution_ps = kPicosPerMicro;
  source.epoch_ns = epoch_us * 1000;
  source.has_code_traces = true;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.device = builder.Device("/job:worker/replica:0/task:" + task + "/device:cpu:0");
  track.kind = TrackKind::kLane;
  const TrackId lane = builder.Track(track);
  std::vector<std::pair<std::string, OpId>> ops;
  for (const DumpedExecution& execution : executions) {
    auto it = std::find_if(ops.begin(), ops.end(),
                           [&](const auto& op) { return op.first == execution.op; });
    if (it == ops.end()) {
      FrameRow frame;
      frame.file = builder.Intern("model.py");
      frame.line = static_cast<int64_t>(execution.op.size());
      frame.function = builder.Intern(execution.op);
      OpRow row;
      row.name = builder.Intern(execution.op);
      row.type = builder.Intern("Op");
      row.assigned_device = track.device;
      row.frame = builder.Frame(frame);
      const OpId op = builder.AddOp(row);
      builder.AddType(op, row.type);
      if (!ops.empty()) builder.AddInput(op, {0, ops.back().second, 0, false});
      it = ops.insert(ops.end(), {execution.op, op});
    }
    // Time zero differs between dumps; the wall clock does not.
    const int64_t begin = (execution.step * 1'000'000 - epoch_us) * kPicosPerMicro;
    const StepId step = builder.Step(id, execution.step);
    builder.AddEvent(lane, {begin, execution.micros * kPicosPerMicro, it->second, step, StringId(),
                            EventKind::kSlice, EventRow::kNoArgs});
    ExecRow recorded;
    recorded.op = it->second;
    recorded.step = step;
    recorded.device = track.device;
    recorded.runs = 1;
    recorded.first_start = begin;
    recorded.last_end = begin + execution.micros * kPicosPerMicro;
    builder.AddExec(recorded);
    SnapshotRow snapshot;
    snapshot.op = it->second;
    snapshot.step = step;
    snapshot.device = track.device;
    snapshot.requested_bytes = 10;
    builder.AddSnapshot(snapshot);
  }
  return builder.Build();
}

inline Query AllOpMeasures() {
  Query query;
  query.max_depth = 100;
  for (const OpColumn& column : OpColumns()) {
    if (column.name != kTensorValueColumn) query.select.emplace_back(column.name);
  }
  return query;
}

// What all views say about the profile.
inline std::string AnswersOf(const Profile& profile, const Query& query = AllOpMeasures()) {
  std::string text;
  Asker ask(profile);
  for (const View& view : CommandsOnOneProfile()) {
    CAPTURE(view.name);
    RunContext context;
    auto report = ask(view.name, query, context);
    // These dumps list no step, so advise may have no data, and trend no value.
    REQUIRE((report.ok() || view.name == "advise" || view.name == "trend"));
    if (report.ok()) text += Rendered("text", *report, {});
  }
  return text;
}

inline int64_t TotalMicros(const Profile& profile, const Query& query = AllOpMeasures()) {
  RunContext context;
  auto report = Ask(profile, "op", query, context);
  REQUIRE(report.ok());
  for (const ReportColumn& column : report->columns) {
    if (column.name != "micros") continue;
    return column.grand_total == kAbsent
               ? 0
               : static_cast<int64_t>(column.grand_total / kPicosPerMicro);
  }
  return -1;
}

// Two dumps of one worker, and one of another.
inline Profile WorkerZeroEarly() {
  return Dump("run/profile_1", "0", 100, {{"a", 1, 5}, {"b", 1, 7}});
}
inline Profile WorkerZeroLate() {
  return Dump("run/profile_2", "0", 2000, {{"b", 1, 7}, {"a", 1, 5}, {"a", 2, 15}, {"b", 2, 17}});
}
inline Profile WorkerOne() { return Dump("run/worker1", "1", 300, {{"a", 1, 100}, {"b", 1, 200}}); }

// Merges the parts; `report` has what was found.
template <typename... Part>
Profile Merged(MergeReport& report, Part... part) {
  std::vector<Profile> parts;
  (parts.push_back(std::move(part)), ...);
  return Merge(std::move(parts), report);
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_DUMPED_PROFILE_H_

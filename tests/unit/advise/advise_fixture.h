// Profiles built by hand for the tests of advise, and the answers of its rules.
#ifndef TESTS_UNIT_ADVISE_ADVISE_FIXTURE_H_
#define TESTS_UNIT_ADVISE_ADVISE_FIXTURE_H_

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/advise.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/report/finding_table.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {

inline constexpr int64_t kUs = kPicosPerMicro;
inline constexpr char kGpu[] = "/job:localhost/replica:0/task:0/device:gpu:0";
inline constexpr char kCpu[] = "/job:localhost/replica:0/task:0/device:cpu:0";

// A profile under construction: one source, with short names for what tests add.
class AdviseMaker {
 public:
  AdviseMaker() {
    SourceRow row;
    row.path = builder.Intern("hand_made.pb");
    row.resolution_ps = 1;
    row.has_code_traces = true;
    source = builder.AddSource(row);
  }

  StepId Step(int64_t number) {
    const StepId step = builder.Step(source, number);
    builder.step(step).listed = true;
    return step;
  }
  DeviceId Device(const std::string& name) { return builder.Device(name); }
  // Executions of one device, or kernels of one of its streams.
  TrackId Track(const std::string& device, TrackKind kind, const std::string& name = "") {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = kind;
    row.name = builder.Intern(name);
    return builder.Track(row);
  }
  OpId Op(const std::string& name, const std::string& type, const std::string& device = "") {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    if (!device.empty()) row.assigned_device = builder.Device(device);
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  void Label(OpId op, const std::string& label) { builder.AddType(op, builder.Intern(label)); }
  void Input(OpId op, int32_t slot, OpId producer) {
    OpInput input;
    input.slot = slot;
    input.producer = producer;
    builder.AddInput(op, input);
  }
  // Encoded as an AttrValue.
  void TypeAttribute(OpId op, const std::string& name, int type) {
    builder.AddAttribute(
        op, {builder.Intern(name), builder.Intern(std::string{'\x30', static_cast<char>(type)})});
  }
  void TextAttribute(OpId op, const std::string& name, const std::string& text) {
    const std::string value = std::string{'\x12', static_cast<char>(text.size())} + text;
    builder.AddAttribute(op, {builder.Intern(name), builder.Intern(value)});
  }
  void Event(TrackId track, int64_t begin_us, int64_t duration_us, OpId op, StepId step) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.op = op;
    row.step = step;
    builder.AddEvent(track, row);
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

  ProfileBuilder builder;
  SourceId source;
};

inline Query AdviceQuery(std::vector<std::string> checkers,
                         std::vector<std::pair<std::string, double>> thresholds = {}) {
  Query query;
  query.compat_tfprof = false;
  query.advice.checkers = std::move(checkers);
  query.advice.thresholds = std::move(thresholds);
  return query;
}

// The answer, each section as a table.
inline Report Advise(const Profile& profile, const Query& query) {
  RunContext context;
  auto report = Ask(profile, "advise", query, context);
  INFO(Message(report.status()));
  REQUIRE(report.ok());
  for (Report& section : report->sections) section = FindingsTable(section);
  return *std::move(report);
}

// The section of one rule.
inline Report Section(const Profile& profile, const std::string& rule,
                      std::vector<std::pair<std::string, double>> thresholds = {}) {
  Report report = Advise(profile, AdviceQuery({rule}, std::move(thresholds)));
  REQUIRE(report.sections.size() == 1);
  return std::move(report.sections[0]);
}

inline const ReportColumn& ColumnOf(const Report& report, std::string_view name) {
  for (const ReportColumn& column : report.columns) {
    if (column.name == name) return column;
  }
  FAIL("no column " << name);
  return report.columns.front();
}

inline bool Has(const Report& report, std::string_view name) {
  for (const Row& row : report.rows) {
    if (row.name == name) return true;
  }
  return false;
}

inline size_t RowOf(const Report& report, std::string_view name) {
  for (size_t row = 0; row < report.rows.size(); ++row) {
    if (report.rows[row].name == name) return row;
  }
  FAIL("no row " << name);
  return 0;
}

// The value of a finding's `column`: text, severity, subject or command.
inline std::string Said(const Report& section, std::string_view id,
                        std::string_view column = "text") {
  return ColumnOf(section, column).words[RowOf(section, id)];
}

inline const Report& EvidenceOf(const Report& section, std::string_view id) {
  const std::vector<std::string>& key = section.rows[RowOf(section, id)].key;
  std::string view = key[0];
  for (size_t i = 1; i < key.size(); ++i) view += "/" + key[i];
  for (const Report& evidence : section.sections) {
    if (evidence.view == view) return evidence;
  }
  FAIL("no evidence of " << view);
  return section;
}

inline Value Own(const Report& table, std::string_view row, std::string_view column) {
  return ColumnOf(table, column).own[RowOf(table, row)];
}

// What the rule reports as missing; "" if nothing.
inline std::string Lacks(const Report& section) {
  return section.notes.empty() ? "" : section.notes[0].text;
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace profiler

#endif  // TESTS_UNIT_ADVISE_ADVISE_FIXTURE_H_

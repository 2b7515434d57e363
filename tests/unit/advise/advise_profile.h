// Profiles built by hand for the rules of advise, and the answers of a rule.
#ifndef TESTS_UNIT_ADVISE_ADVISE_PROFILE_H_
#define TESTS_UNIT_ADVISE_ADVISE_PROFILE_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "profiler/advise/advise.h"
#include "profiler/advise/rule.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/report/finding_table.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"

namespace profiler {

// Times are in microseconds.
class ProfileMaker {
 public:
  ProfileMaker() { source = Source("a.pb"); }

  SourceId Source(const std::string& path, int64_t rank = kUnknown) {
    SourceRow row;
    row.path = builder.Intern(path);
    row.rank = rank;
    return builder.AddSource(row);
  }
  // Assigned to the device, if given.
  OpId Op(const std::string& name, const std::string& type, const std::string& device = "") {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    if (!device.empty()) row.assigned_device = builder.Device(device);
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    return op;
  }
  // `consumer` takes an output of `producer`.
  void Feed(OpId producer, OpId consumer, int32_t slot = 0, int32_t output = 0) {
    builder.AddInput(consumer, {slot, producer, output, false});
  }
  StepId Step(int64_t number, SourceId of) {
    const StepId step = builder.Step(of, number);
    builder.step(step).listed = true;
    return step;
  }
  StepId Step(int64_t number) { return Step(number, source); }
  TrackId Track(const std::string& device, TrackKind kind, SourceId of) {
    TrackRow row;
    row.source = of;
    row.device = builder.Device(device);
    row.kind = kind;
    return builder.Track(row);
  }
  void Run(TrackId track, OpId op, StepId step, int64_t begin, int64_t duration,
           const std::string& label = "") {
    EventRow row;
    row.op = op;
    row.step = step;
    row.begin = begin * kPicosPerMicro;
    row.duration = duration * kPicosPerMicro;
    if (!label.empty()) row.label = builder.Intern(label);
    builder.AddEvent(track, row);
  }
  // On the lane of a device.
  void Run(const std::string& device, OpId op, StepId step, int64_t begin, int64_t duration,
           const std::string& label = "") {
    Run(Track(device, TrackKind::kLane, source), op, step, begin, duration, label);
  }
  // Adds an output of an execution.
  void Output(OpId op, StepId step, const std::string& device, const std::vector<int64_t>& bytes) {
    SnapshotRow row;
    row.op = op;
    row.step = step;
    row.device = builder.Device(device);
    row.output_bytes = 0;
    for (int64_t one : bytes) row.output_bytes += one;
    const SnapshotId snapshot = builder.AddSnapshot(row);
    for (size_t slot = 0; slot < bytes.size(); ++slot) {
      builder.AddOutput({snapshot, static_cast<int32_t>(slot), bytes[slot], 0});
    }
  }

  ProfileBuilder builder;
  SourceId source;
};

inline Selected AllOf(const Profile& profile) { return {profile, Query().selection}; }

// The findings of one rule, read from the answer of `advise`.
class Advice {
 public:
  Advice(const std::string& rule, const Profile& profile,
         const std::vector<std::pair<std::string, double>>& thresholds = {}) {
    Query query;
    query.compat_tfprof = false;
    query.advice.checkers = {rule};
    query.advice.thresholds = thresholds;
    auto report = Ask(profile, "advise", query, context_);
    INFO(Message(report.status()));
    REQUIRE(report.ok());
    REQUIRE(report->sections.size() == 1);
    section_ = std::move(report->sections[0]);
    for (const Finding& finding : section_.findings) CheckCommand(profile, finding.command);
  }

  // "warning: text" of the finding, or "" if there is none.
  std::string Of(const std::string& id, const std::string& subject = "") const {
    const Finding* const finding = Find(id, subject);
    return finding == nullptr ? "" : std::string(Name(finding->severity)) + ": " + finding->text;
  }
  bool Has(const std::string& id) const { return Find(id, "") != nullptr; }
  // Of the findings, in order.
  std::vector<std::string> Ids() const {
    std::vector<std::string> ids;
    for (const Finding& one : section_.findings) ids.push_back(one.id);
    return ids;
  }
  bool Warns() const {
    return std::any_of(section_.findings.begin(), section_.findings.end(),
                       [](const Finding& one) { return one.severity != Severity::kInfo; });
  }
  // In microseconds, or -1 if absent.
  int64_t Saves(const std::string& id) const {
    const Value saves = Find(id, "")->saves;
    return saves == kAbsent ? -1 : static_cast<int64_t>(saves / kPicosPerMicro);
  }
  std::string Command(const std::string& id, const std::string& subject = "") const {
    return Find(id, subject)->command;
  }
  // A number in the evidence of a finding, which is named "id" or "id/subject".
  Value Evidence(const std::string& finding, const std::string& row,
                 const std::string& column) const {
    const Report tables = FindingsTable(section_);
    for (const Report& table : tables.sections) {
      if (table.view != finding) continue;
      for (size_t i = 0; i < table.rows.size(); ++i) {
        for (const ReportColumn& c : table.columns) {
          if (table.rows[i].name == row && c.name == column) return c.own[i];
        }
      }
    }
    FAIL("no " << row << "." << column << " in the evidence of " << finding);
    return kAbsent;
  }
  std::string Lacks() const { return section_.notes.empty() ? "" : section_.notes[0].text; }

 private:
  // The one of the subject; of any where none is given. Null: none.
  const Finding* Find(const std::string& id, const std::string& subject) const {
    for (const Finding& one : section_.findings) {
      if (one.id == id && (subject.empty() || subject == one.subject)) return &one;
    }
    return nullptr;
  }
  // Checks that a finding's command is valid and answers.
  void CheckCommand(const Profile& profile, const std::string& line) {
    INFO(line);
    auto command = ParseLine(line, Options());
    INFO(Message(command.status()));
    REQUIRE(command.ok());
    REQUIRE(command->view != nullptr);
    const auto answer = Ask(profile, command->view->name, command->options.query, context_);
    INFO(Message(answer.status()));
    CHECK(answer.ok());
  }

  RunContext context_;
  Report section_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_ADVISE_ADVISE_PROFILE_H_

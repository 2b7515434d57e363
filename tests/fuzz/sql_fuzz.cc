// Any bytes as a query about a small profile. A query answers or fails, within its limits.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/sql/query_text.h"
#include "profiler/store/builder.h"

namespace {

using namespace profiler;

// `events` are those of each track.
Profile SmallProfile(int64_t events) {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource({});
  const DeviceId device = builder.Device("/device:GPU:0");
  StepId step;
  for (int64_t number = 1; number * 10 <= events; ++number) step = builder.Step(source, number);
  for (const TrackKind kind : {TrackKind::kThread, TrackKind::kStream}) {
    TrackRow track;
    track.source = source;
    track.device = device;
    track.kind = kind;
    const TrackId id = builder.Track(track);
    for (int64_t i = 0; i < events; ++i) {
      EventRow event;
      event.begin = i * 1000;
      event.duration = 1500;
      const StringId name = builder.Intern(i % 2 == 0 ? "a" : "b/c");
      event.op = builder.Op(OpKind::kRuntime, name, name);
      event.step = step;
      builder.AddEvent(id, event);
    }
  }
  return builder.Build();
}

void CheckReason(const absl::Status& status, const std::string& query) {
  if (status.ok() || !status.message().empty()) return;
  std::cerr << "an error without a reason: [" << query << "]\n";
  std::abort();
}

// Asks the query of the first profile, and of both, compared by its first column.
void Ask(Engine& engine, const std::vector<ProfileHandle>& profiles, const std::string& query) {
  RunContext context;
  context.LimitTime(std::chrono::seconds(5));
  Question question;
  question.command = "sql";
  question.query.sql.text = query;
  const absl::StatusOr<Report> report = engine.Answer(profiles.front(), question, context);
  CheckReason(report.status(), query);
  if (!report.ok() || report->columns.empty()) return;
  question.query.sql.keys = {report->columns.front().name};
  CheckReason(engine.Answer(profiles, question, context).status(), query);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Engine& engine = *new Engine();
  static const std::vector<ProfileHandle>& profiles = *new std::vector<ProfileHandle>{
      engine.Adopt(std::make_shared<const Profile>(SmallProfile(20))),
      engine.Adopt(std::make_shared<const Profile>(SmallProfile(30)))};
  const std::string query(reinterpret_cast<const char*>(data), size);
  sql::BeginsQuery(query);
  sql::EndsQuery(query);
  Ask(engine, profiles, query);
  return 0;
}

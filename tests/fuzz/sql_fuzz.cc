// Any bytes as a query about a small profile. A query answers or fails, within its limits.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/engine/engine.h"
#include "profiler/sql/query_text.h"
#include "profiler/store/builder.h"

namespace {

using namespace profiler;

Profile SmallProfile() {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource({});
  const DeviceId device = builder.Device("/device:GPU:0");
  const StepId step = builder.Step(source, 1);
  for (const TrackKind kind : {TrackKind::kThread, TrackKind::kStream}) {
    TrackRow track;
    track.source = source;
    track.device = device;
    track.kind = kind;
    const TrackId id = builder.Track(track);
    for (int64_t i = 0; i < 20; ++i) {
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

void Ask(Engine& engine, const ProfileHandle& profile, const std::string& query) {
  RunContext context;
  context.LimitTime(std::chrono::seconds(5));
  Question question;
  question.command = "sql";
  question.query.sql.text = query;
  const absl::StatusOr<Report> report = engine.Answer(profile, question, context);
  if (report.ok() || !report.status().message().empty()) return;
  std::cerr << "an error without a reason: [" << query << "]\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Engine& engine = *new Engine();
  static const ProfileHandle& profile =
      *new ProfileHandle(engine.Adopt(std::make_shared<const Profile>(SmallProfile())));
  const std::string query(reinterpret_cast<const char*>(data), size);
  sql::BeginsQuery(query);
  sql::EndsQuery(query);
  Ask(engine, profile, query);
  return 0;
}

// Any bytes as the value of every option, such as regexes, -where, -step, times and sizes. The
// value that an option has afterwards must be valid and set the same again. Then views run with all
// of them.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/render/render.h"
#include "profiler/store/builder.h"
#include "profiler/views/view.h"
#include "tests/unit/common/ask.h"

namespace {

using namespace profiler;

Profile SmallProfile() {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern("a/b.pb");
  TrackRow track;
  track.source = builder.AddSource(source);
  track.device = builder.Device("/job:w/replica:0/task:0/device:GPU:0");
  track.kind = TrackKind::kStream;
  track.name = builder.Intern("stream:all");
  const TrackId stream = builder.Track(track);
  for (int64_t i = 0; i < 6; ++i) {
    OpRow op;
    op.name = builder.Intern(i % 2 == 0 ? "net/a" + std::to_string(i) : "loss");
    op.type = builder.Intern("MatMul");
    EventRow event;
    event.begin = i * 1'000'000;
    event.duration = 700'000;
    event.op = builder.AddOp(op);
    builder.AddType(event.op, op.type);
    event.step = builder.Step(track.source, i / 3);
    builder.AddEvent(stream, event);
  }
  return builder.Build();
}

// Whether it accepted the value.
bool Set(const OptionSpec& spec, const std::string& value, Options& options) {
  if (!spec.set(options, value).ok()) return false;
  const std::string is = spec.get(options);
  if (spec.repeats || is.empty()) return true;  // each use adds one
  if (spec.set(options, is).ok() && spec.get(options) == is) return true;
  std::cerr << "-" << spec.name << " is [" << is << "], which it does not take\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Profile* const profile = new Profile(SmallProfile());
  const std::string value(reinterpret_cast<const char*>(data), size);
  for (const OptionSpec& spec : AllOptions()) {
    Options options;
    if (!Set(spec, value, options) || spec.group != OptionGroup::kFilter) continue;
    const Query& query = options.query;
    RunContext context;
    Asker ask(*profile);
    for (const char* const name : {"scope", "op"}) {
      if (!CheckColumns(FindView(name), query).ok()) continue;
      const auto report = ask(name, query, context);
      if (report.ok()) FindRenderer("csv")->render(*report, {});
    }
  }
  return 0;
}

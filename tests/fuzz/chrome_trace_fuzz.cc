// Any bytes as a Chrome trace, packed or not; and its events from the stream, which must not depend
// on the size of its window.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/open/open.h"
#include "profiler/readers/trace_events/event_stream.h"
#include "tests/fuzz/ask_everything.h"

namespace {

using namespace profiler;

// Such small windows are slow, but files made by fuzzing are short.
constexpr size_t kMostStreamed = 4096;

struct Streamed {
  using Event = std::tuple<uint64_t, char, std::string, bool, size_t>;
  std::vector<Event> events;
  size_t end = 0;
  std::vector<std::pair<ImportProblem, int64_t>> problems;
};

Streamed Stream(const Input& input, size_t window) {
  Streamed streamed;
  ImportReport report;
  const Place place = {report, input.name(), input.bytes().data()};
  chrome_trace::EventStream stream(input, place, window);
  RunContext context;
  const auto end = stream.Read(
      0,
      [&](const chrome_trace::TraceEvent& event) {
        streamed.events.emplace_back(event.offset, event.phase, event.name, event.has_time,
                                     event.args.all().size());
      },
      context);
  streamed.end = end.ok() ? *end : SIZE_MAX;
  for (const ImportReport::Entry& entry : report.entries()) {
    streamed.problems.emplace_back(entry.problem, entry.count);
  }
  return streamed;
}

void CheckStream(const Input& input) {
  const Streamed whole = Stream(input, kMostStreamed);
  for (const size_t window : {1, 300}) {
    const Streamed parts = Stream(input, window);
    if (parts.events != whole.events || parts.end != whole.end ||
        parts.problems != whole.problems) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Input input = Input::FromBytes("fuzz", bytes);
  if (size <= kMostStreamed) CheckStream(input);
  RunContext context;
  const auto opened = OpenInput(input, "chrome_trace", context);
  if (opened.ok()) AskOneView(opened->profile, bytes);
  return 0;
}

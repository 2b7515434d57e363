#include "profiler/readers/trace_events/usual_time.h"

#include <algorithm>
#include <string>
#include <vector>

#include "profiler/readers/trace_events/event_stream.h"

namespace profiler::chrome_trace {
namespace {

constexpr size_t kLookedAt = 256 << 10;
constexpr Int128 kReach = Int128{1} << 62;  // ps, of the 2^63 that an axis has in each direction

}  // namespace

std::optional<Int128> UsualTime(std::string_view events) {
  const Input first = Input::FromBytes("", std::string(events.substr(0, kLookedAt)));
  ImportReport report;  // problems are reported when the file is read
  const Place place{report, first.name(), first.bytes().data()};
  std::vector<Int128> times;
  RunContext context;
  const auto take = [&](const TraceEvent& event) {
    if (event.phase != 'M' && event.has_time) times.push_back(event.time);
  };
  if (!EventStream(first, place).Read(0, take, context).ok() || times.empty()) return std::nullopt;
  const auto middle = times.begin() + static_cast<ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

bool IsNear(Int128 time, Int128 usual) { return time - usual < kReach && usual - time < kReach; }

}  // namespace profiler::chrome_trace

#include "profiler/open/exported_trace.h"

#include <string.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>

#include "profiler/base/int128.h"

namespace profiler {
namespace {

// The exporter writes this near the beginning. Other writers of trace events do not.
constexpr std::string_view kExporterMark = "\"highres-ticks\"";
constexpr size_t kMarkWithin = 1 << 10;

// The part of the trace that is compared, from its first event on.
constexpr size_t kCompared = 64 << 10;
// So many distinct long durations occur together in one recording only. Short ones repeat in any
// recording. The exporter also adds events of its own, such as steps that it derived.
constexpr size_t kMostCompared = 16, kLeastCompared = 2;
constexpr double kLeastShareFound = 0.5;

constexpr double kLongestMicros = 1e12;
constexpr char kDurationTag = 0x18;  // XEvent.duration_ps, a varint

std::string EncodedDuration(uint64_t picos) {
  std::string bytes(1, kDurationTag);
  for (; picos >= 0x80; picos >>= 7) bytes.push_back(static_cast<char>(picos | 0x80));
  bytes.push_back(static_cast<char>(picos));
  return bytes;
}

}  // namespace

std::vector<std::string> EventsOfXSpaceIn(std::string_view beginning_of_trace) {
  constexpr std::string_view kKey = "\"dur\":";
  if (beginning_of_trace.substr(0, kMarkWithin).find(kExporterMark) == std::string_view::npos) {
    return {};
  }
  std::set<uint64_t, std::greater<>> picos;
  const size_t first = std::min(beginning_of_trace.find(kKey), beginning_of_trace.size());
  beginning_of_trace = beginning_of_trace.substr(first, kCompared);
  for (size_t at = 0; (at = beginning_of_trace.find(kKey, at)) != std::string_view::npos;) {
    at += kKey.size();
    const size_t number =
        std::min(beginning_of_trace.find_first_not_of(' ', at), beginning_of_trace.size());
    double micros = 0;
    const char* const end = beginning_of_trace.data() + beginning_of_trace.size();
    const auto [stop, error] = std::from_chars(beginning_of_trace.data() + number, end, micros);
    const bool is_whole = error == std::errc() && stop != end;
    if (!is_whole || !(micros > 0) || micros > kLongestMicros) continue;
    picos.insert(static_cast<uint64_t>(std::llround(micros * kPicosPerMicro)));
  }
  std::vector<std::string> events;
  for (const uint64_t duration : picos) {
    if (events.size() == kMostCompared) break;
    events.push_back(EncodedDuration(duration));
  }
  return events;
}

bool HoldsEvents(std::string_view xspace, const std::vector<std::string>& events) {
  if (events.size() < kLeastCompared) return false;
  const auto most_missing =
      static_cast<size_t>(static_cast<double>(events.size()) * (1 - kLeastShareFound));
  size_t missing = 0;
  for (const std::string& event : events) {
    // memmem() is many times faster here than find(), as the first byte occurs often.
    if (memmem(xspace.data(), xspace.size(), event.data(), event.size()) != nullptr) continue;
    if (++missing > most_missing) return false;
  }
  return true;
}

}  // namespace profiler

#include "profiler/advise/metric_clock_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/int128.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// The first and last time of events or metrics, on the common axis of all sources.
struct Span {
  Int128 first = 0, last = 0;
  bool has_time = false;
  bool knows_wall_clock = true;  // whether each source has a wall clock

  void Add(const Profile& profile, SourceId source, int64_t begin, int64_t end) {
    const Int128 from = profile.time_axis.At(source, begin);
    const Int128 to = profile.time_axis.At(source, end);
    first = has_time ? std::min(first, from) : from;
    last = has_time ? std::max(last, to) : to;
    has_time = true;
    knows_wall_clock = knows_wall_clock && RecordsWallClock(profile.sources[source]);
  }
};

Span SpanOfEvents(const Profile& profile, std::vector<char>& has_events) {
  Span span;
  for (const Track track : Tracks(profile)) {
    const Events& events = track.events;
    const SourceId source = track.row.source;
    if (events.size() == 0 || !source.valid()) continue;
    has_events[source.row()] = 1;
    int64_t end = events.begin.front();
    for (size_t i = 0; i < events.size(); ++i) {
      end = std::max(end, events.begin[i] + events.duration[i]);
    }
    span.Add(profile, source, events.begin.front(), end);
  }
  return span;
}

// A duration in at most two units, e.g. "2 h 5 min" or "40 s", which is precise enough to find the
// cause.
std::string LengthText(Int128 picos) {
  const auto seconds = static_cast<int64_t>(picos / kPicosPerSecond);
  if (seconds < 1) return "less than a second";
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  if (seconds < 86400) return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{} days {} h", seconds / 86400, seconds / 3600 % 24);
}

// The UTC offset, such as "+02:00", with which metrics and events would overlap; empty if there is
// none.
std::string ZoneFor(const SourceRow& source, const Span& metrics, const Span& events) {
  constexpr int64_t kQuarter = 15 * int64_t{60}, kMost = 14 * int64_t{3600};
  const Int128 length = std::max(metrics.last - metrics.first, events.last - events.first);
  const auto now = static_cast<int64_t>(-source.clock_offset_ps / kPicosPerSecond);
  const Int128 ahead = (metrics.first - events.first) / kPicosPerSecond;
  if (ahead > Int128{2} * kMost || ahead < Int128{-2} * kMost) return "";
  const auto shift = static_cast<int64_t>(ahead);
  const int64_t rounded = (shift + (shift < 0 ? -kQuarter : kQuarter) / 2) / kQuarter * kQuarter;
  const int64_t zone = now + rounded;
  const Int128 left = (Int128{shift} - rounded) * kPicosPerSecond;
  if (rounded == 0 || zone > kMost || zone < -kMost || left > length || -left > length) return "";
  const int64_t minutes = std::abs(zone) / 60;
  return fmt::format("{}{:02}:{:02}", zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::string Apart(const Profile& profile, const SourceRow& source, const Span& metrics,
                  const Span& events) {
  const bool is_before = metrics.last < events.first;
  std::string text = fmt::format(
      "the metrics of {} {} what ran by {}: the two do not meet in time",
      profile.strings[source.path], is_before ? "end before" : "begin after",
      LengthText(is_before ? events.first - metrics.last : metrics.first - events.last));
  const std::string zone =
      source.clock_offset_found_by.valid() ? ZoneFor(source, metrics, events) : "";
  if (!zone.empty()) {
    text += fmt::format(". Their times have no zone: --metrics_utc_offset={} puts them beside it",
                        zone);
  }
  return text;
}

std::string ClockNotKnown(std::string_view path, bool is_profiles) {
  return fmt::format(
      "{} has no time of day: the metrics of {} were placed at the begin of what ran, "
      "whenever they were recorded",
      is_profiles ? "the profile" : path, path);
}

void AddNote(std::string id, const std::vector<std::string>& texts, Report& report) {
  if (texts.empty()) return;
  std::string text = texts[0];
  if (texts.size() > 1) text += fmt::format(" (and so do {} more inputs)", texts.size() - 1);
  report.notes.push_back({std::move(id), Severity::kWarning, std::move(text)});
}

}  // namespace

void AddMetricClockNotes(const Profile& profile, Report& report) {
  std::vector<char> has_events(profile.sources.size());
  const Span events = SpanOfEvents(profile, has_events);
  if (!events.has_time) return;
  std::vector<Span> metrics(profile.sources.size());
  for (const Series& series : profile.series) {
    if (!series.source.valid() || has_events[series.source.row()] != 0) continue;
    const auto* const first = std::find_if(series.time.begin(), series.time.end(),
                                           [](int64_t time) { return time != kUnknown; });
    if (first == series.time.end()) continue;
    metrics[series.source.row()].Add(profile, series.source, *first, series.time.back());
  }
  std::vector<std::string> unknown, apart;  // one per file; the note shows the first file
  for (uint32_t s = 0; s < metrics.size(); ++s) {
    const Span& span = metrics[s];
    const SourceRow& source = profile.sources[SourceId(s)];
    if (!span.has_time) continue;
    if (!span.knows_wall_clock || !events.knows_wall_clock) {
      unknown.push_back(ClockNotKnown(profile.strings[source.path], span.knows_wall_clock));
    } else if (span.last < events.first || span.first > events.last) {
      apart.push_back(Apart(profile, source, span, events));
    }
  }
  AddNote("clocks_not_known", unknown, report);
  AddNote("metrics_apart", apart, report);
}

}  // namespace profiler

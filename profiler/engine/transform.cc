#include "profiler/engine/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/string_matcher.h"
#include "profiler/base/heap_bytes.h"
#include "profiler/base/output_text.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/report/report_bytes.h"
#include "profiler/report/scaled.h"
#include "profiler/store/profile_bytes.h"
#include "profiler/store/transform/mark_steps.h"
#include "profiler/store/transform/window.h"

namespace profiler {
namespace {

absl::Status NothingMatches(const Profile& profile, const RegexSet& step_events) {
  std::vector<std::string_view> names;
  for (StringId name : HostEventNames(profile)) names.push_back(profile.strings[name]);
  if (names.empty()) {
    return absl::NotFoundError("-step_event: no event of a host was recorded");
  }
  std::sort(names.begin(), names.end());
  std::string hint;
  for (const std::string& pattern : step_events.patterns()) hint += DidYouMean(pattern, names);
  return absl::NotFoundError(
      fmt::format("-step_event: no event of a host is named as '{}'{}; `trace` lists what ran",
                  fmt::join(step_events.patterns(), ","), hint));
}

absl::Status NothingInWindow(const Profile& profile) {
  Int128 end = 0;
  bool any = false;
  for (const Track track : Tracks(profile)) {
    const Events& events = track.events;
    const SourceId source = track.row.source;
    for (uint32_t e = 0; e < events.size(); ++e) {
      end =
          std::max(end, profile.time_axis.FromStart(source, events.begin[e] + events.duration[e]));
      any = true;
    }
  }
  if (!any) {
    return absl::NotFoundError("-from and -to: no event with a time was recorded");
  }
  return absl::NotFoundError(fmt::format(
      "nothing ran between -from and -to: the last event ends {} after the profile's start",
      ScaledText(static_cast<Value>(end), Unit::kMicros)));
}

std::string WindowText(const Selection& selection) {
  const std::string from = selection.from.given() ? selection.from.text() : "the start";
  return fmt::format("{} to {}", from, selection.to.given() ? selection.to.text() : "the end");
}

// A description of the window's contents; it mentions no events if the profile has only metrics.
std::string HeldText(const Profile& part, const WindowReport& report) {
  size_t samples = 0;
  for (const Series& series : part.series) samples += series.size();
  std::string sampled = samples > 0 ? fmt::format("{} samples", samples) : "";
  if (report.events == 0 && samples > 0) return sampled;
  std::string text = fmt::format("{}{} event{}", samples > 0 ? sampled + ", " : "", report.events,
                                 report.events == 1 ? "" : "s");
  if (report.cut_events > 0) text += fmt::format(", {} clipped at the edges", report.cut_events);
  return text;
}

std::vector<Note> NotesOn(const Profile& part, const Selection& selection,
                          const WindowReport& report) {
  std::vector<Note> notes;
  notes.push_back({"window", Severity::kInfo,
                   fmt::format("only {}: {}", WindowText(selection), HeldText(part, report))});
  const int64_t out = report.untimed_facts + report.untold_totals + report.unplaced_events;
  if (out > 0) {
    notes.push_back(
        {"window_left_out", Severity::kWarning,
         fmt::format("left out, because they have no time: {} facts, {} totals of which a part may "
                     "lie in the window, {} executions that no timeline can hold",
                     report.untimed_facts, report.untold_totals, report.unplaced_events)});
  }
  return notes;
}

// The memo's key for a transform of a profile.
std::string KeyOfTransform(const Selection& selection) {
  // Patterns may contain any text, so lengths make the key unambiguous.
  std::string key = fmt::format("transform {}/{}/", selection.from.text(), selection.to.text());
  for (const std::string& pattern : selection.step_events.patterns()) {
    key += fmt::format("{}:{}", pattern.size(), pattern);
  }
  return key;
}

}  // namespace

uint64_t HeapBytes(const Transformed& transformed) {
  return HeapBytes(transformed.profile) + HeapBytes(transformed.notes);
}

absl::StatusOr<Transformed> Transform(const Profile& profile, const Selection& selection,
                                      RunContext& context) {
  Transformed transformed;
  const Profile* from = &profile;
  if (!selection.step_events.empty()) {
    context.Doing("finding steps");
    StringMatcher matcher(selection.step_events, profile.strings);
    std::optional<Profile> marked =
        MarkSteps(profile, [&](StringId name) { return matcher.Matches(name); });
    if (!marked) return NothingMatches(profile, selection.step_events);
    transformed.profile = *std::move(marked);
    from = &transformed.profile;
  }
  PROFILER_RETURN_IF_ERROR(context.Check());
  if (selection.from.given() || selection.to.given()) {
    context.Doing("cutting");
    TimeWindow window;
    if (selection.from.given()) window.from = selection.from.picos();
    if (selection.to.given()) window.to = selection.to.picos();
    WindowReport report;
    Profile part = CutToWindow(*from, window, report);
    if (report.events == 0 && part.series.empty()) return NothingInWindow(*from);
    transformed.notes = NotesOn(part, selection, report);
    transformed.profile = std::move(part);
  }
  return transformed;
}

absl::StatusOr<std::shared_ptr<const Transformed>> KeptTransform(const Profile& profile,
                                                                 const Selection& selection,
                                                                 RunContext& context) {
  return context.memo().TryGet<Transformed>(profile.identity, KeyOfTransform(selection),
                                            [&] { return Transform(profile, selection, context); });
}

}  // namespace profiler

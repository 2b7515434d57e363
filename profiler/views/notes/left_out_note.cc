#include "profiler/views/notes/left_out_note.h"

#include <fmt/format.h>

#include "profiler/analysis/kept/left_out_events.h"

namespace profiler {

void AddLeftOutNote(std::string_view view, const Profile& profile, Report& report) {
  const bool lacks_all = LacksAllEvents(profile);
  report.notes.push_back(
      {"events_left_out", Severity::kWarning,
       fmt::format("{} needs events, and the store of {} holds none (events=none){}", view,
                   SourcesWithoutEvents(profile),
                   lacks_all ? ": open the full profile" : ": its part is missing here")});
}

void AddKeptOnlyNote(std::string_view missing, const Profile& profile, Report& report) {
  report.notes.push_back({"events_left_out", Severity::kInfo,
                          fmt::format("The store of {} has no events (events=none): {} are unknown",
                                      SourcesWithoutEvents(profile), missing)});
}

}  // namespace profiler

#include "profiler/views/notes/place_notes.h"

#include <fmt/format.h>

#include "profiler/analysis/selection/places.h"

namespace profiler {

std::vector<Note> PlaceNotes(const Profile& profile, const Selection& selection) {
  std::vector<Note> notes;
  for (const UnmatchedPattern& unmatched : UnmatchedPlaces(profile, selection)) {
    notes.push_back(
        {"no_place_matches", Severity::kWarning,
         fmt::format("-{} '{}' matches none of the profile's, as a whole: {}{}", unmatched.option,
                     unmatched.pattern,
                     unmatched.names.empty() ? "none is recorded"
                                             : fmt::to_string(fmt::join(unmatched.names, ", ")),
                     unmatched.has_more ? " ..." : "")});
  }
  return notes;
}

}  // namespace profiler

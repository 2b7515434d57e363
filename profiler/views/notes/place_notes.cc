#include "profiler/views/notes/place_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace profiler {

void AddPlaceNotes(const Selected& selected, Report& report) {
  constexpr size_t kShown = 8;
  for (const UnmatchedPattern& one : UnmatchedPatterns(selected.profile(), selected.selection())) {
    const auto first = one.names.begin();
    const auto last = first + static_cast<ptrdiff_t>(std::min(one.names.size(), kShown));
    report.notes.push_back(
        {"no_place_matches", Severity::kWarning,
         fmt::format(
             "-{} '{}' matches none of the profile's, as a whole: {}{}", one.option, one.pattern,
             first == last ? "none is recorded" : fmt::to_string(fmt::join(first, last, ", ")),
             one.names.size() > kShown ? " ..." : "")});
  }
}

}  // namespace profiler

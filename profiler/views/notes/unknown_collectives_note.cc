#include "profiler/views/notes/unknown_collectives_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/base/text/utf8.h"
#include "profiler/report/scaled.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr size_t kMostNamed = 3;
constexpr size_t kShownOfName = 80;  // characters; names of C++ templates are long

using KernelTime = std::pair<std::string_view, Int128>;  // a kernel and its time

// Sorted by time, longest first.
absl::StatusOr<std::vector<KernelTime>> UnknownCollectives(const Selected& selected,
                                                           RunContext& context) {
  const Profile& profile = selected.profile();
  enum class Looks : uint8_t { kNotAsked, kLike, kUnlike };
  std::vector<Looks> looks(profile.strings.size(), Looks::kNotAsked);
  std::map<std::string_view, Int128> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t e) {
        const Events& events = track.events;
        const StringId id = EventName(profile, events, e);
        if (!id.valid() || looks[id.row()] == Looks::kUnlike) return;
        const std::string_view name = profile.strings[id];
        if (looks[id.row()] == Looks::kNotAsked) {
          looks[id.row()] = LooksLikeCollective(name) ? Looks::kLike : Looks::kUnlike;
        }
        if (looks[id.row()] == Looks::kLike) times[name] += events.duration[e];
      }));
  std::vector<KernelTime> named(times.begin(), times.end());
  std::stable_sort(named.begin(), named.end(),
                   [](const KernelTime& a, const KernelTime& b) { return a.second > b.second; });
  return named;
}

}  // namespace

absl::Status AddUnknownCollectivesNote(const Selected& selected, Report& report,
                                       RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const std::vector<KernelTime> named,
                            UnknownCollectives(selected, context));
  if (named.empty()) return absl::OkStatus();
  std::string list;
  for (size_t i = 0; i < std::min(named.size(), kMostNamed); ++i) {
    const auto& [name, time] = named[i];
    list += fmt::format("{}{}{} ({})", i == 0 ? "" : ", ", LettersWithin(name, kShownOfName),
                        name.size() > kShownOfName ? "..." : "", ScaledText(time, Unit::kMicros));
  }
  if (named.size() > kMostNamed) list += fmt::format(" and {} more", named.size() - kMostNamed);
  report.notes.push_back(
      {"unknown_collectives", Severity::kWarning,
       "kernels that are named as collectives are, but that are of no library known here, count as "
       "computing: " +
           list});
  return absl::OkStatus();
}

}  // namespace profiler

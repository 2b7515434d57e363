#include "profiler/readers/chrome_trace/number_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "profiler/base/int128.h"

namespace profiler {
namespace {

// When a part was recorded, in picoseconds since 1970.
struct Recording {
  Profile* part = nullptr;
  Int128 begin = 0, end = 0;
};

// `part` is null if the rank is known or the time of the recording is not.
Recording WithoutRank(Profile& part) {
  Recording recording;
  if (part.sources.size() != 1) return recording;
  const SourceRow& source = part.sources[SourceId(0)];
  if (!source.is_of_one_process || source.rank != kUnknown || source.epoch_ns == kUnknown) {
    return recording;
  }
  int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const Events& events : part.events.values()) {
    for (size_t e = 0; e < events.size(); ++e) {
      begin = std::min(begin, events.begin[e]);
      end = std::max(end, events.begin[e] + events.duration[e]);
    }
  }
  if (begin > end) return recording;
  const Int128 zero = static_cast<Int128>(source.epoch_ns) * kPicosPerNano;
  return {&part, zero + begin, zero + end};
}

std::string_view HostOf(const Recording& recording) {
  return recording.part->strings[recording.part->sources[SourceId(0)].host];
}

void SetRank(Profile& part, int64_t rank) {
  SourceRow& source = part.sources[SourceId(0)];
  source.rank = rank;
  if (!part.strings[source.host].empty()) return;
  source.host = part.strings.Intern(fmt::format("rank {}", rank));
  for (uint32_t i = 0; i < part.devices.size(); ++i) {
    DeviceRow& device = part.devices[DeviceId(i)];
    if (part.strings[device.host].empty()) device.host = source.host;
  }
}

}  // namespace

void NumberRanks(std::vector<Profile>& parts) {
  std::vector<Recording> recordings;
  for (Profile& part : parts) {
    const Recording recording = WithoutRank(part);
    if (recording.part != nullptr) recordings.push_back(recording);
  }
  const auto at_once = [](const Recording& a, const Recording& b) {
    return a.part != b.part && a.begin < b.end && b.begin < a.end;
  };
  // Whether one process wrote the files one after the other, so they are not from different ranks.
  const auto continues = [](const Recording& a, const Recording& b) {
    const std::string_view host = HostOf(a);
    return a.part != b.part && !host.empty() && host == HostOf(b) &&
           (a.end <= b.begin || b.end <= a.begin);
  };
  std::set<int64_t> told;
  for (const Profile& part : parts) {
    for (const SourceRow& source : part.sources.values()) told.insert(source.rank);
  }
  int64_t rank = 0;
  for (const Recording& recording : recordings) {
    const bool is_piece =
        std::any_of(recordings.begin(), recordings.end(),
                    [&](const Recording& other) { return continues(recording, other); });
    if (is_piece) continue;
    const bool has_other =
        std::any_of(recordings.begin(), recordings.end(),
                    [&](const Recording& other) { return at_once(recording, other); });
    if (!has_other) continue;
    while (told.contains(rank)) ++rank;
    SetRank(*recording.part, rank++);
  }
}

}  // namespace profiler

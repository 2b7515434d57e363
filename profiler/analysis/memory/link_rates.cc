#include "profiler/analysis/memory/link_rates.h"

#include <cctype>
#include <map>
#include <utility>

#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct LinkOfModel {
  std::string_view word;  // of the model's name
  int generation;
};
constexpr LinkOfModel kLinks[] = {
    {"P100", 3}, {"V100", 3}, {"T4", 3},   {"A10", 4},  {"A30", 4},  {"A40", 4},
    {"A100", 4}, {"A800", 4}, {"L4", 4},   {"L40", 4},  {"L40S", 4}, {"H100", 5},
    {"H800", 5}, {"H200", 5}, {"B200", 5}, {"B300", 5},
};

// Whether the name has the word, with neither a letter nor a digit beside it.
bool HasModelWord(std::string_view name, std::string_view word) {
  const auto is_apart = [&](size_t at) {
    return at >= name.size() || std::isalnum(static_cast<unsigned char>(name[at])) == 0;
  };
  for (size_t at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
    if ((at == 0 || is_apart(at - 1)) && is_apart(at + word.size())) return true;
  }
  return false;
}

}  // namespace

HostLink HostLinkOf(std::string_view model) {
  constexpr int64_t kUsualOfThird = 12'000'000'000;  // each generation doubles it
  if (HasModelWord(model, "MIG")) return {};         // a part of a GPU
  for (const LinkOfModel& link : kLinks) {
    if (HasModelWord(model, link.word)) {
      return {link.generation, kUsualOfThird << (link.generation - 3)};
    }
  }
  return {};
}

absl::StatusOr<std::vector<LinkRate>> LinkRatesOf(const Selected& selected,
                                                  const RunContext& context) {
  constexpr int64_t kLarge = 4'000'000;  // the time of a smaller copy is not of the link alone
  const Profile& profile = selected.profile();
  std::map<std::pair<SourceId, DeviceId>, CopySum> sums;
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        const CopiedMemory memory = CopiedMemoryOf(profile, track.events, event);
        const bool is_link = memory.is_copy && memory.from == MemoryKind::kPinned &&
                             memory.to == MemoryKind::kDevice;
        if (!is_link) return;
        const int64_t bytes =
            ParseKernelDetails(profile.strings[track.events.detail[event]]).copied_bytes;
        if (bytes == kUnknown || bytes < kLarge) return;
        sums[{track.row.source, track.row.device}].Add(bytes, track.events.duration[event]);
      }));
  std::vector<LinkRate> rates;
  for (const auto& [of, sum] : sums) {
    if (sum.time > 0 && of.second.valid()) rates.push_back({of.first, of.second, sum});
  }
  return rates;
}

}  // namespace profiler

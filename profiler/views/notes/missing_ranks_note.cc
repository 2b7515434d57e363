#include "profiler/views/notes/missing_ranks_note.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/missing_ranks.h"

namespace profiler {
namespace {

constexpr size_t kMostRanges = 8;

// Formats a list of numbers, e.g. "0, 2..7, 9".
std::string Ranges(const std::vector<int64_t>& numbers) {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (ranges.size() == kMostRanges) {
      ranges.push_back("...");
      break;
    }
    ranges.push_back(last == i ? std::to_string(numbers[i])
                               : fmt::format("{}..{}", numbers[i], numbers[last]));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

}  // namespace

void AddMissingRanksNote(const Profile& profile, int64_t least, Report& report) {
  for (const MissingRanks& found : FindMissingRanks(profile)) {
    if (found.recorded < least) continue;
    std::string text = fmt::format("the job{} has {} ranks, and {} of them {} opened",
                                   found.run.empty() ? "" : " " + found.run, found.world_size,
                                   found.recorded, found.recorded == 1 ? "was" : "were");
    if (!found.missing.empty()) {
      text += fmt::format("; missing: {}", Ranges(found.missing));
    }
    text += found.are_in_other_run
                ? ". These are open as another run, which was recorded at another time, so what "
                  "they were waited for cannot be seen: record all ranks at the same time, or open "
                  "them with -run NAME if they are one run"
                : ". What those that are missing were waited for cannot be seen: open their files "
                  "too";
    report.notes.push_back({"missing_ranks", Severity::kWarning, std::move(text)});
  }
}

}  // namespace profiler

#include "profiler/analysis/steps/code/joined_calls.h"

#include <map>
#include <utility>

#include "profiler/analysis/ops/user_frame.h"

namespace profiler {

void JoinCallsOfFunctions(const Profile& profile, const std::set<StringId>& loops,
                          std::vector<PythonWork>& all) {
  std::map<std::pair<SourceId, StringId>, size_t> own;
  for (size_t i = 0; i < all.size(); ++i) {
    const PythonWork& work = all[i];
    if (work.call == work.function && !loops.contains(work.function)) {
      own.emplace(std::pair(work.source, work.function), i);
    }
  }
  std::vector<char> is_joined(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const auto at = own.find({all[i].source, all[i].function});
    if (at == own.end() || at->second == i || MakesJaxArray(profile.strings[all[i].call])) continue;
    PythonWork& work = all[at->second];
    // What takes longer than the function itself is a cause of its own.
    const double own_share = work.parts.empty() ? work.of_steps : work.parts.front().of_steps;
    if (all[i].of_steps > own_share) continue;
    if (work.parts.empty()) work.parts.push_back({work.call, work.of_steps});
    work.parts.push_back({all[i].call, all[i].of_steps});
    work.time_of_step += all[i].time_of_step;
    work.of_steps += all[i].of_steps;
    for (const auto& [source, time] : all[i].of_source) work.of_source[source] += time;
    is_joined[i] = 1;
  }
  std::vector<PythonWork> left;
  for (size_t i = 0; i < all.size(); ++i) {
    if (is_joined[i] == 0) left.push_back(std::move(all[i]));
  }
  all = std::move(left);
}

}  // namespace profiler

#include "profiler/analysis/samples/own_time.h"

#include <fmt/format.h>

#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/trees/waiting_threads.h"

namespace profiler {
namespace {

// The names of all steps, and of the marks around them.
absl::flat_hash_set<std::string_view> StepAndMarkNames(const Profile& profile) {
  absl::flat_hash_set<std::string_view> names;
  for (const StepRow& step : profile.steps.values()) {
    const std::string_view name = step.name.valid() ? profile.strings[step.name] : "";
    names.insert(name);
    names.insert(name.substr(0, name.rfind(' ')));
  }
  return names;
}

}  // namespace

std::vector<char> PythonWork(const Profile& profile) {
  std::vector<char> works = WaitsOfOtherThreads(profile);
  const StringId function = profile.strings.Find(kPythonFunctionType);
  for (uint32_t i = 0; i < works.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    works[i] = works[i] == 0 && op.type.valid() && op.type == function &&
               !WaitsForDevice(profile.strings[op.name]);
  }
  return works;
}

std::vector<std::string_view> ScopesOfOwnTime(const Profile& profile,
                                              std::deque<std::string>& made) {
  const UserMarks marks(profile);
  const std::vector<char> python = PythonWork(profile);
  const absl::flat_hash_set<std::string_view> of_steps = StepAndMarkNames(profile);
  std::vector<std::string_view> scopes(profile.op_count());
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    const OpRow& op = profile.ops.row[OpId(i)];
    const std::string_view around = op.scope.valid() ? profile.strings[op.scope] : "";
    if (python[i] != 0) scopes[i] = around;
    const std::string_view name = profile.strings[op.name];
    if (!marks.Has(OpId(i)) || of_steps.contains(name)) continue;
    made.push_back(around.empty() ? std::string(name) : fmt::format("{}/{}", around, name));
    scopes[i] = made.back();
  }
  return scopes;
}

}  // namespace profiler

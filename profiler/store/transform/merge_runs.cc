#include "profiler/store/transform/merge_runs.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

namespace profiler {
namespace {

// The sources of one part that belong to one run.
struct Group {
  const Profile& part;
  uint32_t number;
  std::string_view named;   // the run given by the user, or ""
  std::string_view folder;  // of the first source
  size_t ops = 0;
};

std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// Adds at least one group, as a part may have no sources.
void AddGroups(const Profile& part, std::vector<Group>& groups) {
  const size_t first = groups.size();
  groups.push_back({part, 0, {}, {}});
  std::vector<char> has_source(1, 0);
  for (const SourceRow& source : part.sources.values()) {
    while (source.run_group >= groups.size() - first) {
      groups.push_back({part, static_cast<uint32_t>(groups.size() - first), {}, {}});
      has_source.push_back(0);
    }
    Group& group = groups[first + source.run_group];
    if (group.named.empty()) group.named = part.strings[source.run];
    if (has_source[source.run_group]++ == 0) group.folder = FolderOf(part.strings[source.path]);
  }
  for (const OpRow& op : part.ops.row.values()) ++groups[first + op.run_group].ops;
}

// Calls use(name) for the ops of a group.
template <typename Use>
void ForEachName(const Group& group, const Use& use) {
  for (const OpRow& op : group.part.ops.row.values()) {
    if (op.run_group != group.number) continue;
    const std::string_view name = group.part.strings[op.name];
    use(absl::string_view(name.data(), name.size()));
  }
}

// Whether most ops of the smaller group are in the other one.
bool ShareOps(const Group& a, const Group& b) {
  const Group& small = a.ops < b.ops ? a : b;
  const Group& large = &small == &a ? b : a;
  absl::flat_hash_set<absl::string_view> names;
  ForEachName(large, [&](absl::string_view name) { names.insert(name); });
  size_t shared = 0;
  ForEachName(small, [&](absl::string_view name) { shared += names.contains(name); });
  return 2 * shared > small.ops;
}

bool SameRun(const Group& a, const Group& b) {
  if (!a.named.empty() || !b.named.empty()) return a.named == b.named;
  if (&a.part == &b.part) return false;  // they were separated when the part was made
  return a.folder == b.folder && ShareOps(a, b);
}

}  // namespace

MergedRuns FindRuns(const std::vector<Profile>& parts) {
  std::vector<Group> groups;
  for (const Profile& part : parts) AddGroups(part, groups);
  std::vector<uint32_t> run(groups.size());
  uint32_t runs = 0;
  MergedRuns found;
  for (size_t i = 0; i < groups.size(); ++i) {
    run[i] = runs;
    for (size_t j = 0; j < i; ++j) {
      if (run[j] == run[i] || !SameRun(groups[j], groups[i])) continue;
      found.any_joined = true;
      if (run[i] == runs) {
        run[i] = run[j];
      } else {  // it joins two runs
        std::replace(run.begin(), run.begin() + static_cast<ptrdiff_t>(i), run[j], run[i]);
      }
    }
    if (run[i] == runs) ++runs;
  }
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].number == 0) found.of.emplace_back();
    found.of.back().push_back(run[i]);
  }
  return found;
}

}  // namespace profiler

#include "profiler/store/merge_runs.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

namespace profiler {
namespace {

// The run that was named for a part, or "".
std::string_view NamedRun(const Profile& part) {
  for (const SourceRow& source : part.sources.values()) {
    if (source.run.valid()) return part.strings[source.run];
  }
  return {};
}

std::string_view Folder(const Profile& part) {
  if (part.sources.size() == 0) return {};
  const std::string_view path = part.strings[part.sources[SourceId(0)].path];
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// Most ops of the smaller one are ops of the other, too.
bool ShareOps(const Profile& a, const Profile& b) {
  const Profile& small = a.op_count() < b.op_count() ? a : b;
  const Profile& large = &small == &a ? b : a;
  absl::flat_hash_set<absl::string_view> names;
  for (const OpRow& op : large.ops.row.values()) {
    const std::string_view name = large.strings[op.name];
    names.insert(absl::string_view(name.data(), name.size()));
  }
  size_t shared = 0;
  for (const OpRow& op : small.ops.row.values()) {
    const std::string_view name = small.strings[op.name];
    shared += names.contains(absl::string_view(name.data(), name.size()));
  }
  return 2 * shared > small.op_count();
}

bool SameRun(const Profile& a, const Profile& b) {
  const std::string_view run_a = NamedRun(a), run_b = NamedRun(b);
  if (!run_a.empty() || !run_b.empty()) return run_a == run_b;
  return Folder(a) == Folder(b) && ShareOps(a, b);
}

}  // namespace

std::vector<int> FindRuns(const std::vector<Profile>& parts) {
  std::vector<int> run(parts.size());
  int runs = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    run[i] = runs;
    for (size_t j = 0; j < i; ++j) {
      if (!SameRun(parts[j], parts[i])) continue;
      if (run[i] == runs) {
        run[i] = run[j];
      } else if (run[i] != run[j]) {  // it joins two runs that were apart
        std::replace(run.begin(), run.begin() + static_cast<ptrdiff_t>(i), run[j], run[i]);
      }
    }
    if (run[i] == runs) ++runs;
  }
  return run;
}

}  // namespace profiler

#include "profiler/analysis/selection/runs.h"

#include <algorithm>
#include <numeric>

namespace profiler {
namespace {

// Disjoint sets of sources (union-find); the first source of a set represents it.
class Sets {
 public:
  explicit Sets(size_t sources) : first_(sources) { std::iota(first_.begin(), first_.end(), 0); }
  uint32_t FirstOf(uint32_t source) {
    while (first_[source] != source) source = first_[source] = first_[first_[source]];
    return source;
  }
  void Join(uint32_t a, uint32_t b) {
    a = FirstOf(a);
    b = FirstOf(b);
    first_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<uint32_t> first_;
};

}  // namespace

Runs RunsOf(const Profile& profile) {
  Sets sets(profile.sources.size());
  std::vector<char> ran(profile.sources.size());
  OpId op;
  uint32_t source_of_op = 0;
  for (const ExecRow& row : profile.execs.row.values()) {  // an op's rows are contiguous
    if (!row.step.valid()) continue;
    const uint32_t source = profile.steps[row.step].source.row();
    ran[source] = 1;
    if (profile.sources.size() == 1) break;  // nothing to join
    if (row.op == op) sets.Join(source, source_of_op);
    op = row.op;
    source_of_op = source;
  }
  Runs runs;
  runs.of_source.resize(profile.sources.size(), 0);
  for (uint32_t source = 0; source < profile.sources.size(); ++source) {
    if (ran[source] == 0) continue;
    const uint32_t first = sets.FirstOf(source);
    if (first == source) {
      runs.of_source[source] = static_cast<uint32_t>(runs.names.size());
      runs.names.emplace_back(profile.strings[profile.sources[SourceId(source)].path]);
    } else {
      runs.of_source[source] = runs.of_source[first];
    }
  }
  if (runs.names.empty()) runs.names.emplace_back();
  return runs;
}

}  // namespace profiler

#include "profiler/analysis/kept/cut_files.h"

#include <cstdint>
#include <set>

namespace profiler {

std::vector<char> CutFiles(const Profile& profile) {
  std::vector<char> are_cut(profile.sources.size());
  std::set<StringId> paths;
  for (const ImportRow& row : profile.import_rows) {
    if (profile.strings[row.problem] == "truncated") paths.insert(row.path);
  }
  for (uint32_t i = 0; i < are_cut.size() && !paths.empty(); ++i) {
    are_cut[i] = paths.contains(profile.sources[SourceId(i)].path) ? 1 : 0;
  }
  return are_cut;
}

}  // namespace profiler

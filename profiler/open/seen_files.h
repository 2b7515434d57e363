#ifndef PROFILER_OPEN_SEEN_FILES_H_
#define PROFILER_OPEN_SEEN_FILES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

// Detects files that were given twice, by another path or as a copy.
class SeenFiles {
 public:
  // Returns false if the file equals one that was added before. A file that cannot be read equals
  // no other file.
  bool Add(const std::string& path);

 private:
  std::set<std::pair<uint64_t, uint64_t>> files_;  // device and inode
  std::set<std::string> unknown_;                  // paths of files that cannot be examined
  // Files that may be copies of each other, by size, and by size and a hash of their ends. The hash
  // is computed only for files of equal size, because a fleet writes 100,000 files a day.
  std::map<uintmax_t, std::string> first_of_size_;
  std::map<std::pair<uintmax_t, size_t>, std::vector<std::string>> alike_;
};

}  // namespace profiler

#endif  // PROFILER_OPEN_SEEN_FILES_H_

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

// Tells files that were given before: by another path, or a copy.
class SeenFiles {
 public:
  // False of a file that is one of the earlier ones. What cannot be read is like no other.
  bool Add(const std::string& path);

 private:
  std::set<std::pair<uint64_t, uint64_t>> files_;  // by device and number there
  std::set<std::string> unknown_;                  // paths of what cannot be looked at
  // Files that may be copies of each other: by size, and by what their ends look like. Only where
  // there is another of a file's size these are looked at: a day of a fleet has 100,000 files.
  std::map<uintmax_t, std::string> first_of_size_;
  std::map<std::pair<uintmax_t, size_t>, std::vector<std::string>> alike_;
};

}  // namespace profiler

#endif  // PROFILER_OPEN_SEEN_FILES_H_

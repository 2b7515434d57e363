#ifndef PROFILER_INPUTS_SEEN_FILES_H_
#define PROFILER_INPUTS_SEEN_FILES_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace profiler {

// Tells files that were given before: by another path, or a copy.
class SeenFiles {
 public:
  // False of a file that is one of the earlier ones. What cannot be read is like no other.
  bool Add(const std::string& path);

 private:
  std::set<std::string> paths_;
  std::map<uintmax_t, std::vector<std::string>> by_size_;
};

}  // namespace profiler

#endif  // PROFILER_INPUTS_SEEN_FILES_H_

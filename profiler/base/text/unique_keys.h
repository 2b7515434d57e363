#ifndef PROFILER_BASE_TEXT_UNIQUE_KEYS_H_
#define PROFILER_BASE_TEXT_UNIQUE_KEYS_H_

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

// Makes keys of rows unique by names alone, for names that several rows share, such as steps of
// several runs: their numbers in the store differ from profile to profile, and rows of two profiles
// are compared by their keys.
class UniqueKeys {
 public:
  // Returns the key, with "#2" appended the second time that it is given, and so on.
  std::vector<std::string> Of(std::vector<std::string> key) {
    if (const int times = ++seen_[key]; times > 1) key.push_back(fmt::format("#{}", times));
    return key;
  }

 private:
  std::map<std::vector<std::string>, int> seen_;
};

}  // namespace profiler

#endif  // PROFILER_BASE_TEXT_UNIQUE_KEYS_H_

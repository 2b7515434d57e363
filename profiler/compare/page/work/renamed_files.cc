#include "profiler/compare/page/work/renamed_files.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "profiler/compare/pairing/stems.h"

namespace profiler {
namespace {

struct FileCode {
  std::set<std::string_view> functions;
  std::set<std::pair<int64_t, std::string_view>> lines;  // with their functions
};

// The code of each file that has lines, by its name without the folder.
using FunctionsOfFiles = std::map<std::string_view, FileCode>;

// How many functions two files share, if they are so many that the files are the same; else 0.
size_t SharedFunctions(const FileCode& a, const FileCode& b) {
  constexpr size_t kLeast = 2;
  const auto shared = static_cast<size_t>(
      std::count_if(a.functions.begin(), a.functions.end(), [&](std::string_view function) {
        return !function.starts_with("__") && !function.starts_with("<") && function != "forward" &&
               b.functions.contains(function);
      }));
  const bool are_most = 2 * shared >= std::min(a.functions.size(), b.functions.size());
  return shared >= kLeast && are_most ? shared : 0;
}

// The same of their lines.
size_t SharedLines(const FileCode& a, const FileCode& b) {
  constexpr size_t kLeast = 3;
  const auto shared = static_cast<size_t>(std::count_if(
      a.lines.begin(), a.lines.end(), [&](const auto& line) { return b.lines.contains(line); }));
  const bool are_most = 2 * shared >= std::min(a.lines.size(), b.lines.size());
  return shared >= kLeast && are_most ? shared : 0;
}

FunctionsOfFiles FilesOf(const Profile& profile, const WorkInSteps& work) {
  FunctionsOfFiles files;
  for (const WorkInSteps::Item& item : work.items) {
    if (!item.frame.valid()) continue;
    const FrameRow& frame = profile.frames[item.frame];
    const std::string_view function = profile.strings[frame.function];
    FileCode& code = files[BaseNameOf(profile.strings[frame.file])];
    code.functions.insert(function);
    code.lines.insert({frame.line, function});
  }
  return files;
}

}  // namespace

RenamedFiles FindRenamedFiles(const Profile& base_profile, const WorkInSteps& base_work,
                              const Profile& new_profile, const WorkInSteps& new_work) {
  const FunctionsOfFiles base = FilesOf(base_profile, base_work);
  const FunctionsOfFiles next = FilesOf(new_profile, new_work);
  RenamedFiles renamed;
  for (const auto& [file, code] : next) {
    if (base.contains(file)) continue;
    size_t most = 0;
    for (const auto& [old_file, old_code] : base) {
      if (next.contains(old_file)) continue;
      const size_t shared = std::max(SharedFunctions(code, old_code), SharedLines(code, old_code));
      if (shared <= most) continue;
      most = shared;
      renamed[file] = old_file;
    }
  }
  return renamed;
}

}  // namespace profiler

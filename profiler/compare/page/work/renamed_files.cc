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
  std::set<std::pair<int64_t, std::string_view>> lines;  // that are known, with their functions
};

// The code of each file that has lines, by its name without the folder.
using CodeOfFiles = std::map<std::string_view, FileCode>;

// What is shared as a part of the smaller of both; 0 if it is too little for the files to be the
// same.
double ShareOfSame(size_t shared, size_t least, size_t a, size_t b) {
  const size_t smaller = std::min(a, b);
  if (shared < least || 2 * shared < smaller) return 0;
  return static_cast<double>(shared) / static_cast<double>(smaller);
}

double SharedFunctions(const FileCode& a, const FileCode& b) {
  const auto shared =
      std::count_if(a.functions.begin(), a.functions.end(), [&](std::string_view function) {
        return !function.starts_with("__") && !function.starts_with("<") && function != "forward" &&
               b.functions.contains(function);
      });
  return ShareOfSame(static_cast<size_t>(shared), 2, a.functions.size(), b.functions.size());
}

double SharedLines(const FileCode& a, const FileCode& b) {
  const auto shared = std::count_if(a.lines.begin(), a.lines.end(),
                                    [&](const auto& line) { return b.lines.contains(line); });
  return ShareOfSame(static_cast<size_t>(shared), 3, a.lines.size(), b.lines.size());
}

CodeOfFiles FilesOf(const Profile& profile, const WorkInSteps& work) {
  CodeOfFiles files;
  for (const WorkInSteps::Item& item : work.items) {
    if (!item.frame.valid()) continue;
    const FrameRow& frame = profile.frames[item.frame];
    const std::string_view function = profile.strings[frame.function];
    FileCode& code = files[BaseNameOf(profile.strings[frame.file])];
    code.functions.insert(function);
    if (frame.line > 0) code.lines.insert({frame.line, function});
  }
  return files;
}

}  // namespace

RenamedFiles FindRenamedFiles(const Profile& base_profile, const WorkInSteps& base_work,
                              const Profile& new_profile, const WorkInSteps& new_work) {
  const CodeOfFiles base = FilesOf(base_profile, base_work);
  const CodeOfFiles next = FilesOf(new_profile, new_work);
  RenamedFiles renamed;
  for (const auto& [file, code] : next) {
    if (base.contains(file)) continue;
    double most = 0;
    for (const auto& [old_file, old_code] : base) {
      if (next.contains(old_file)) continue;
      const double shared = std::max(SharedFunctions(code, old_code), SharedLines(code, old_code));
      if (shared <= most) continue;
      most = shared;
      renamed[file] = old_file;
    }
  }
  return renamed;
}

}  // namespace profiler

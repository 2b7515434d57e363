#include "profiler/compare/page/work/renamed_files.h"

#include <algorithm>
#include <set>

#include "profiler/compare/pairing/stems.h"

namespace profiler {
namespace {

// The functions of each file that has lines, by its name without the folder.
using FunctionsOfFiles = std::map<std::string_view, std::set<std::string_view>>;

FunctionsOfFiles FilesOf(const Profile& profile, const WorkInSteps& work) {
  FunctionsOfFiles files;
  for (const WorkInSteps::Item& item : work.items) {
    if (!item.frame.valid()) continue;
    const FrameRow& frame = profile.frames[item.frame];
    files[BaseNameOf(profile.strings[frame.file])].insert(profile.strings[frame.function]);
  }
  return files;
}

}  // namespace

RenamedFiles FindRenamedFiles(const Profile& base_profile, const WorkInSteps& base_work,
                              const Profile& new_profile, const WorkInSteps& new_work) {
  const FunctionsOfFiles base = FilesOf(base_profile, base_work);
  const FunctionsOfFiles next = FilesOf(new_profile, new_work);
  constexpr size_t kLeast = 2;
  RenamedFiles renamed;
  for (const auto& [file, functions] : next) {
    if (base.contains(file)) continue;
    size_t most = 0;
    for (const auto& old : base) {
      const std::set<std::string_view>& old_functions = old.second;
      if (next.contains(old.first)) continue;
      const auto shared = static_cast<size_t>(
          std::count_if(functions.begin(), functions.end(), [&](std::string_view function) {
            return !function.starts_with("__") && !function.starts_with("<") &&
                   function != "forward" && old_functions.contains(function);
          }));
      const bool are_most = 2 * shared >= std::min(functions.size(), old_functions.size());
      if (shared < kLeast || shared <= most || !are_most) continue;
      most = shared;
      renamed[file] = old.first;
    }
  }
  return renamed;
}

}  // namespace profiler

// What can stand at a place of a line: the sources of completion.
#ifndef CLI_PROMPT_COMPLETION_VALUES_H_
#define CLI_PROMPT_COMPLETION_VALUES_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/paths.h"
#include "profiler/catalog/views.h"
#include "profiler/query/options/options.h"

namespace profiler {

struct Profile;

struct CompletionContext {
  const Profile* profile = nullptr;  // what is open, if anything is
  bool compat_tfprof = false;        // names in `code` are cut as tfprof cuts them
  std::function<std::vector<FolderEntry>(const std::string& folder)> list_folder = ListFolder;
};

struct Candidate {
  std::string text;   // in place of what is typed
  std::string label;  // as it is listed
  bool whole = true;  // false: more is to follow, as behind a folder
};
using Candidates = std::vector<Candidate>;  // sorted, each once

// Those of `words` that begin with `typed`, in their order.
Candidates WordCandidates(const std::vector<std::string_view>& words, std::string_view typed);

// With `in_list` a comma of a name is written `\,`.
Candidates FileCandidates(const CompletionContext& context, std::string_view typed, bool in_list);

// Values of an option in a line with `view`, null where that is open. `begin` is where the part
// of `value` to complete begins: behind the last comma of a list, say.
Candidates ValueCandidates(const CompletionContext& context, const OptionSpec& spec,
                           const View* view, std::string_view value, size_t& begin);

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_VALUES_H_

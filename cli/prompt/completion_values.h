// The candidates for a position in a line.
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
  const Profile* profile = nullptr;  // the open profile, or null
  bool compat_tfprof = false;        // names in `code` are cut as in tfprof
  std::function<std::vector<FolderEntry>(const std::string& folder)> list_folder = ListFolder;
};

struct Candidate {
  std::string text;   // replaces the typed text
  std::string label;  // the text in the list of candidates
  bool whole = true;  // false if more text follows, as after a folder
};
using Candidates = std::vector<Candidate>;  // sorted, without duplicates

// The words that start with `typed`, in the order of `words`.
Candidates WordCandidates(const std::vector<std::string_view>& words, std::string_view typed);

// Paths of files. With `in_list`, a comma in a name is written `\,`.
Candidates FileCandidates(const CompletionContext& context, std::string_view typed, bool in_list);

// Values of an option in a line with the command `view`, or null if the command is unknown. Sets
// `begin` to the start of the part of `value` to complete, e.g. after the last comma of a list.
Candidates ValueCandidates(const CompletionContext& context, const OptionSpec& spec,
                           const View* view, std::string_view value, size_t& begin);

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_VALUES_H_

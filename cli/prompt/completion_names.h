// Completion of a regex to one name in the open profile.
#ifndef CLI_PROMPT_COMPLETION_NAMES_H_
#define CLI_PROMPT_COMPLETION_NAMES_H_

#include <string_view>

#include "cli/prompt/completion_values.h"

namespace profiler {

// Candidates for -account_type_regexes.
Candidates OpTypeCandidates(const Profile& profile, std::string_view typed);

// Candidates for regexes on the rows of `view` (of any view if null). Paths are completed level by
// level.
Candidates RowNameCandidates(const CompletionContext& context, const View* view,
                             std::string_view typed);

// Candidates for regexes on sources, hosts, ranks or devices; empty for other options.
Candidates PlaceCandidates(const Profile& profile, std::string_view option, std::string_view typed);

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_NAMES_H_

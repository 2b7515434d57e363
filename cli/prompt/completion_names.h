// Completion of regexes that are meant to match one name of the open profile.
#ifndef CLI_PROMPT_COMPLETION_NAMES_H_
#define CLI_PROMPT_COMPLETION_NAMES_H_

#include <string_view>

#include "cli/prompt/completion_values.h"

namespace profiler {

// For account_type_regexes.
Candidates OpTypeCandidates(const Profile& profile, std::string_view typed);

// For regexes on the rows of `view`; null: of any. Paths are completed level by level.
Candidates RowNameCandidates(const CompletionContext& context, const View* view,
                             std::string_view typed);

// For regexes on sources, hosts, ranks or devices; none for other options.
Candidates PlaceCandidates(const Profile& profile, std::string_view option, std::string_view typed);

}  // namespace profiler

#endif  // CLI_PROMPT_COMPLETION_NAMES_H_

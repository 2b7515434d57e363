#ifndef CLI_PROMPT_CANDIDATE_LIST_H_
#define CLI_PROMPT_CANDIDATE_LIST_H_

#include <string>
#include <vector>

namespace profiler {

// The labels in columns, down first, for a terminal of this many columns and at most `max_rows`
// lines; what does not fit is `... N more`. A label that is wider than the terminal is not cut.
std::string ListInColumns(const std::vector<std::string>& labels, size_t width, size_t max_rows);

}  // namespace profiler

#endif  // CLI_PROMPT_CANDIDATE_LIST_H_

#ifndef CLI_PROMPT_CANDIDATE_LIST_H_
#define CLI_PROMPT_CANDIDATE_LIST_H_

#include <string>
#include <vector>

namespace profiler {

// The labels in columns (filled from top to bottom), for a terminal of this width, in at most
// `max_rows` lines. The last line is `... N more` if some labels are left out. Labels wider than
// the terminal are not cut.
std::string ListInColumns(const std::vector<std::string>& labels, size_t width, size_t max_rows);

}  // namespace profiler

#endif  // CLI_PROMPT_CANDIDATE_LIST_H_

// What runs more or less often in a step than before: unlike times, counts have no noise.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_RUN_COUNTS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_RUN_COUNTS_H_

#include <cstddef>
#include <string>

#include "profiler/compare/page/tables/page_tables.h"

namespace profiler {

// Counts are means over so many ranks.
//
// Names those of both profiles whose time that changes most. Empty if there are none.
std::string OpCountsSentence(const PageTables& tables, size_t ranks = 1);

// Names those whose time that changes most, also if only one profile has them.
std::string CollectiveCountsSentence(const PageTables& tables, size_t ranks = 1);

// Names the calls of hosts that launch work or wait for devices, and run more often in a step that
// became slower, or less often in one that became faster.
std::string CallCountsSentence(const PageTables& tables, size_t ranks = 1);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_RUN_COUNTS_H_

#ifndef PROFILER_COMPARE_PAGE_PAGE_NOTES_H_
#define PROFILER_COMPARE_PAGE_PAGE_NOTES_H_

#include <vector>

#include "profiler/compare/page/page_facts.h"
#include "profiler/report/report.h"

namespace profiler {

// How far the comparison can be trusted, and how it was made.
std::vector<Note> PageNotes(const PageFacts& of);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_PAGE_NOTES_H_

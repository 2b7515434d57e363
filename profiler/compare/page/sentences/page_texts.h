// What `diff` says about its tables.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/page_tables.h"
#include "profiler/compare/page/work/whole_functions.h"
#include "profiler/report/report.h"

namespace profiler {

// What was found in two sides.
struct PageFacts {
  const Comparison& comparison;
  const Side &base, &next;
  const PageTables& tables;
  const WholeFunctions& functions;
  const Environment& environment;
};

// The sentences that the page begins with: whether the step changed, what explains it, and what
// was not compared.
std::vector<std::string> PageSentences(const PageFacts& of);

// How far the comparison can be trusted, and how it was made.
std::vector<Note> PageNotes(const PageFacts& of);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_

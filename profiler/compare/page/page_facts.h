#ifndef PROFILER_COMPARE_PAGE_PAGE_FACTS_H_
#define PROFILER_COMPARE_PAGE_PAGE_FACTS_H_

#include "profiler/compare/change.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/page_tables.h"
#include "profiler/compare/page/work/whole_functions.h"

namespace profiler {

// What was found in two sides, of which sentences and notes are made.
struct PageFacts {
  const Comparison& comparison;
  const Side &base, &next;
  const PageTables& tables;
  const WholeFunctions& functions;
  const Environment& environment;
};

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_PAGE_FACTS_H_

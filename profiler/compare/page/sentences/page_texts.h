#ifndef PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_

#include <string>
#include <vector>

#include "profiler/compare/page/page_facts.h"

namespace profiler {

// The sentences that the page begins with: whether the step changed, what explains it, and what
// was not compared.
std::vector<std::string> PageSentences(const PageFacts& of);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_PAGE_TEXTS_H_

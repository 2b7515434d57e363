// The sentences of `diff` on what explains a change of the step.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_EXPLANATION_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_EXPLANATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// The rows that explain the step's change, or that changed though it did not; empty if there are
// none. All rows are judged and sorted. `functions` are those of one side, with what they call.
// Rows that changed alike are not told as such where `is_why_known`: something else says why.
// `what` is how a sentence refers to the step's change.
std::string ExplanationSentence(const Change& step, const std::vector<DiffRow>& parts,
                                const std::vector<DiffRow>& ops, const std::vector<DiffRow>& scopes,
                                const std::vector<DiffRow>& lines,
                                const std::vector<DiffRow>& functions = {},
                                bool is_why_known = false, std::string_view what = "it");

// The ops that changed as the step did where some ranks explain that: without collectives, in which
// the other ranks wait for these, and without shares, as times are means over all ranks. Empty if
// there are none. `ranks` are what these are: "ranks", "devices".
std::string BesideRanksSentence(const Change& step, const std::vector<DiffRow>& ops,
                                std::string_view ranks = "ranks");

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_EXPLANATION_H_

// The sentences that `diff` begins with.
#ifndef PROFILER_COMPARE_PAGE_SUMMARY_H_
#define PROFILER_COMPARE_PAGE_SUMMARY_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Text such as "3.2%": how large a part is, whatever its sign.
std::string PercentText(double part);

// Whether the typical step changed, by how much, and how sure that is.
std::string VerdictSentence(const Comparison& comparison, const Change& step, const Side& base,
                            const Side& next);

// Of one run each whose step changed: that noise between runs may be as large; else empty.
std::string RunsSentence(const Change& step, const Side& base, const Side& next);

// The rows that explain the step's change, or that changed though it did not; empty if there are
// none. All rows are judged and sorted.
std::string ExplanationSentence(const Change& step, const std::vector<DiffRow>& parts,
                                const std::vector<DiffRow>& ops, const std::vector<DiffRow>& scopes,
                                const std::vector<DiffRow>& lines);

// The ops that run more or less often in a step and whose time that changes most: unlike times,
// counts have no noise. Empty if none does.
std::string CountsSentence(const Change& step, const std::vector<DiffRow>& ops);

// Peaks of memory that changed; empty if none did.
std::string MemorySentence(const std::vector<DiffRow>& memory);

// What differs in the surroundings and may cause a change; empty if nothing does.
std::string EnvironmentSentence(const Environment& environment);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SUMMARY_H_

// The sentences that `diff` begins with.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_SUMMARY_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_SUMMARY_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// Text such as "3.2%": how large a part is, whatever its sign.
std::string PercentText(double part);
// "25% slower", where `longer` is "slower"; of twice as long and more "8.5 times as long".
std::string LongerText(double part, std::string_view longer);

// Text such as "+310 us".
std::string SignedTimeText(double micros);

// Text such as "a, b and c".
std::string JoinedText(const std::vector<std::string>& texts);

// Whether the typical step changed, by how much, and how sure that is.
std::string VerdictSentence(const Comparison& comparison, const Change& step, const Side& base,
                            const Side& next);

// Of too few samples for a verdict: whether all of one side are longer than all of the other.
bool LooksChanged(const Change& step, const Side& base, const Side& next);

// Where a file of a side was cut short: that there is no verdict and why, and what the typical step
// takes in what was kept; else empty.
std::string CutSentence(const Change& step, const Side& base, const Side& next);

// Peaks of memory that changed; empty if none did.
std::string MemorySentence(const std::vector<DiffRow>& memory);

// What differs in the surroundings and may cause a change; empty if nothing does. Of precision only
// if no sentence is about it yet.
std::string EnvironmentSentence(const Environment& environment, bool is_precision_told);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_SUMMARY_H_

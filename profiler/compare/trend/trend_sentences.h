// What `trend` says of a change, and how bad it is.
#ifndef PROFILER_COMPARE_TREND_TREND_SENTENCES_H_
#define PROFILER_COMPARE_TREND_TREND_SENTENCES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/trend/trend_changes.h"
#include "profiler/compare/trend/trend_values.h"
#include "profiler/report/report.h"

namespace profiler {

// Behind a text or value of the measure.
std::string_view PerStepText(const TrendMeasure& measure);

std::string ValueText(double value, const TrendMeasure& measure);

// The run's name in a sentence: its path without the folder of all.
std::string_view NameInSentence(const std::vector<TrendRun>& runs, size_t run);

std::string SentenceOf(const TrendMeasure& measure, const std::vector<TrendRun>& runs,
                       const TrendChange& change, bool names_measure);

// Adds a finding for -fail_on and the forms of CI systems: the last change of a measure. It is a
// warning if it is a worsening, and of the program: other accelerators are none of it.
void AddLastChange(const TrendMeasure& measure, const std::vector<TrendChange>& changes,
                   const std::vector<TrendRun>& runs, std::string sentence, Report& report);

}  // namespace profiler

#endif  // PROFILER_COMPARE_TREND_TREND_SENTENCES_H_

#ifndef PROFILER_COMPARE_VIEWS_COMPARISON_NOTES_H_
#define PROFILER_COMPARE_VIEWS_COMPARISON_NOTES_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "profiler/compare/samples/view_samples.h"
#include "profiler/query/compare_options.h"
#include "profiler/report/report.h"

namespace profiler {

// What the notes of a comparison tell. Pairs are of the base and of the new profile.
struct ComparisonFacts {
  const SampledView& view;
  const CompareOptions& compare;
  std::array<size_t, 2> whole_steps, runs;
  size_t renamed = 0;        // rows
  std::string only_sampled;  // the only column with p-values; empty if all have them
  SampleKind kind = SampleKind::kNone;
  std::array<size_t, 2> samples = {};
  bool knows_noise_of_runs = false;
  bool has_rows = true;        // else there is nothing that was judged
  bool are_sums = false;       // values are sums over the steps
  std::string cut_files = {};  // CutFilesText() of both sides
};

// By what rows were judged, and what readers must know of the values.
void AddComparisonNotes(const ComparisonFacts& facts, std::vector<Note>& notes);

}  // namespace profiler

#endif  // PROFILER_COMPARE_VIEWS_COMPARISON_NOTES_H_

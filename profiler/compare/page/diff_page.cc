#include "profiler/compare/page/diff_page.h"

#include <utility>

#include "profiler/base/status.h"
#include "profiler/compare/change.h"
#include "profiler/compare/page/environment.h"
#include "profiler/compare/page/page_facts.h"
#include "profiler/compare/page/page_notes.h"
#include "profiler/compare/page/sentences/page_texts.h"
#include "profiler/compare/page/tables/page_tables.h"
#include "profiler/compare/page/work/whole_functions.h"

namespace profiler {

absl::StatusOr<Report> MakeDiffPage(const Side& base, const Side& next, const Query& query,
                                    const CompareOptions& compare, RunContext& context) {
  Comparison comparison(base.SampledTotals(), next.SampledTotals(), compare.tolerance,
                        next.samples.are_runs());
  comparison = comparison.OfRuns(base.samples.ends(), next.samples.ends());
  if (base.lacks_work() || next.lacks_work()) comparison = comparison.WithoutVerdicts();
  PROFILER_ASSIGN_OR_RETURN(PageTables tables,
                            MakePageTables(comparison, base, next, query, compare, context));
  Environment environment = CompareEnvironments(base, next, tables.ops);
  PROFILER_ASSIGN_OR_RETURN(const WholeFunctions functions,
                            FunctionsOfOneSide(comparison, tables.step, base, next, context));
  const PageFacts facts = {comparison, base, next, tables, functions, environment};
  Report report;
  report.view = "diff";
  report.title = "What changed";
  report.description = "diff: The new profile against the base.";
  report.shape = Shape::kDocument;
  report.summary = PageSentences(facts);
  report.notes = PageNotes(facts);
  report.sections = std::move(tables.sections);
  if (!environment.table.rows.empty()) report.sections.push_back(std::move(environment.table));
  return report;
}

}  // namespace profiler

// How sentences name rows that explain a change.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_ROW_TEXTS_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_ROW_TEXTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"

namespace profiler {

// The words that sentences have for a part of a step: "host compute".
std::string_view PartInWords(std::string_view name);
std::vector<DiffRow> PartsInWords(std::vector<DiffRow> parts);

// "72%"; "" of what changed clearly more than the step: it is no part of that.
std::string ShareText(double share);

// "aten::mm +310 us (72%)"
std::string RowText(const DiffRow& row, const Change& step, bool has_share);

// The largest rows that changed as the step did.
struct Explanation {
  std::vector<const DiffRow*> rows;
  double share = 0;  // of the step's change

  bool empty() const { return rows.empty(); }
  // Whether they are clearly more than the change: others changed against them, or ran beside them.
  bool exceeds_change() const;
  // Whether they have half of the step or more in both profiles.
  bool HaveMostOf(const Change& step) const;
  // "Ops that explain it", of rows that are the change or a part of it.
  std::string Heading(std::string_view what_rows, std::string_view what) const;
  // "a +3 ms (60%) and b +1 ms (20%)". Without shares if these add up to more than the change.
  std::string Text(const Change& step) const;
};
Explanation Explaining(const std::vector<DiffRow>& rows, const Change& step, size_t most);

// The same of ops, up to three. Where those with work on devices make half of the change or more,
// one without counts only if the parts of the step in which hosts work grew by as much: what hosts
// do while devices work takes no time of the step. `parts` have the names of columns.
Explanation ExplainingOps(const std::vector<DiffRow>& ops, const Change& step,
                          const std::vector<DiffRow>& parts);

// The same of lines of code: one that takes nearly the whole step in both profiles explains
// nothing.
Explanation ExplainingLines(const std::vector<DiffRow>& lines, const Change& step, size_t most);

// What changed the other way than the step, as a clause behind the ops that explain it: "; against
// it aten::_fused_adamw_ -2.40 ms (removed)". Of ops that only the other profile has, the two
// largest, if the named ones, too, are of one profile only: they may replace these. Else the
// largest op, if that is more than any of those that explain it, or half of the step's change.
std::string AgainstIt(const std::vector<DiffRow>& ops, const Explanation& explaining,
                      const Change& step);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_ROW_TEXTS_H_

// Whether collectives take longer though they do as much, as on another network.
#ifndef PROFILER_COMPARE_PAGE_SENTENCES_EXCHANGE_CHANGE_H_
#define PROFILER_COMPARE_PAGE_SENTENCES_EXCHANGE_CHANGE_H_

#include <string>
#include <vector>

#include "profiler/compare/change.h"
#include "profiler/compare/diff_columns.h"
#include "profiler/compare/page/side.h"

namespace profiler {

// "But rank 11 is missing in the new profile, and ...": why the exchange need not be what changed.
// Empty if all ranks of both sides were opened.
std::string RanksNotOpenedText(const Side& base, const Side& next);

// Names the kinds of collectives that exchange as many bytes as often as before and take longer for
// that, or less, by more than ranks wait otherwise for each other. Empty if there are none, or if
// collectives do not explain most of the step's change. `parts` are those of the step, `not_opened`
// is RanksNotOpenedText(): ranks may wait for these, so no link is blamed.
std::string ExchangeSentence(const Change& step, const std::vector<DiffRow>& parts,
                             const Side& base, const Side& next, const std::string& not_opened);

// Says that ranks wait in collectives too, where ops or parts that are collectives make a good part
// of the step's change and nothing splits their time into waits and exchange; else empty.
std::string WaitsOfCollectivesSentence(const Change& step, const std::vector<DiffRow>& parts,
                                       const std::vector<DiffRow>& ops, const Side& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SENTENCES_EXCHANGE_CHANGE_H_

#include "profiler/query/quirks.h"

#include <limits>

namespace profiler {
namespace {

using enum Quirk;

const std::vector<QuirkInfo>& Table() {
  static const std::vector<QuirkInfo> kTable = {
      {kWrap64, "wrap_64", "sums that do not fit 64 bits wrap around"},
      {kWholeMicros, "whole_micros", "means are cut to whole microseconds"},
      {kParamsOfPlaceholders, "params_of_placeholders",
       "every op with a shape attribute counts as parameters, not only variables"},
      {kScopeHiddenSelf, "scope_hidden_self",
       "scopes that do not match -account_type_regexes but hold ops that do (`--`) still add their "
       "own values to the totals"},
      {kMinOnSelf, "min_on_self",
       "-min_params, -min_float_ops and -min_occurrence compare a row's own value, not its total, "
       "so "
       "scopes with none of their own are left out"},
      {kMinOnAccumulated, "min_on_accumulated",
       "the -min options compare a row's value plus those of all rows after it"},
      {kOverlappingTypes, "overlapping_types",
       "ops that match several of -account_type_regexes are summed once for each"},
      {kOccurrenceUnordered, "occurrence_unordered", "-order_by occurrence does not sort here"},
      {kDisplayedCountsRoot, "displayed_counts_root",
       "-account_displayed_op_only counts the root as a defined op"},
      {kBytesShareZero, "bytes_share_zero",
       "the accumulated share of bytes is 0 where the row's own value is 0"},
      {kCodeDropsUntraced, "code_drops_untraced",
       "ops without a code trace are left out, and so are gradients of unknown ops"},
      {kCodeIgnoresOptions, "code_ignores_options",
       "the code view ignores -account_displayed_op_only, -min_occurrence and the occurrence and "
       "input_shapes columns"},
      {kCutFunctionNames, "cut_function_names",
       "names of functions are cut to 17 characters, and frames with equal names merge"},
      {kGraphLosesCycles, "graph_loses_cycles",
       "ops that are only reached through a cycle are left out"},
      {kGraphDoc, "graph_doc", "the graph view introduces itself as the scope view"},
      {kOccurrenceIsDefined, "occurrence_is_defined",
       "in op, occurrence sorts and filters by how many ops there are, not by how often they ran"},
      {kSingleDevice, "single_device",
       "an op counts on the first device that it ran on, and not on others"},
      {kSkipsTransferNodes, "skips_transfer_nodes",
       "RecvTensor, _SOURCE and MEMCPY ops, which are in no graph, are left out"},
      {kSkipsZeroStarts, "skips_zero_starts",
       "executions without a start time are left out of run metadata"},
      {kFirstOutputShape, "first_output_shape",
       "the shape of an input is that of its producer's first output, whichever is used"},
      {kPprofLeavesOnly, "pprof_leaves_only",
       "an op is not in the file where its frame, or the row that it is hidden below, has others "
       "below it, so that the file does not sum to the view's total"},
      {kPprofCallLines, "pprof_call_lines",
       "the lines in the file are those of calls, and that of the innermost frame is not in it"},
  };
  return kTable;
}

}  // namespace

const std::vector<QuirkInfo>& AllQuirks() { return Table(); }

const QuirkInfo& Info(Quirk quirk) { return Table()[static_cast<size_t>(quirk)]; }

Int128 Quirks::Product(Int128 a, Int128 b) const {
  Int128 product = 0;
  if (Has(Quirk::kWrap64)) {
    const uint64_t wrapped = static_cast<uint64_t>(a) * static_cast<uint64_t>(b);
    return Settle(Int128{wrapped});
  }
  // Only corrupt shapes overflow; their product becomes the largest 64-bit number.
  if (__builtin_mul_overflow(a, b, &product) || product > std::numeric_limits<int64_t>::max()) {
    return std::numeric_limits<int64_t>::max();
  }
  return product;
}

Int128 Quirks::Mean(Int128 sum, int64_t n) const {
  if (!Has(Quirk::kWrap64)) return sum / n;
  return Settle(static_cast<Int128>(static_cast<uint64_t>(sum) / static_cast<uint64_t>(n)));
}

Int128 Quirks::MeanTime(Int128 picos, int64_t n) const {
  if (!Has(Quirk::kWholeMicros)) return picos / n;
  return Mean(picos / kPicosPerMicro, n) * kPicosPerMicro;
}

}  // namespace profiler

// The list of tfprof's quirks. Views query these instead of testing for compatibility, so all
// formats and exporters show the same numbers. docs/compat.md gives the reasons.
#ifndef PROFILER_QUERY_QUIRKS_H_
#define PROFILER_QUERY_QUIRKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler {

enum class Quirk : uint8_t {
  kWrap64,
  kWholeMicros,
  kParamsOfPlaceholders,
  kScopeHiddenSelf,
  kMinOnSelf,
  kMinOnAccumulated,
  kOverlappingTypes,
  kOccurrenceUnordered,
  kDisplayedCountsRoot,
  kBytesShareZero,
  kCodeDropsUntraced,
  kCodeIgnoresOptions,
  kCutFunctionNames,
  kGraphLosesCycles,
  kGraphDoc,
  kOccurrenceIsDefined,
  kSingleDevice,
  kSkipsTransferNodes,
  kSkipsZeroStarts,
  kFirstOutputShape,
  kPprofLeavesOnly,
  kPprofCallLines,
};

struct QuirkInfo {
  Quirk quirk;
  std::string_view id;    // the id of the note in a report
  std::string_view text;  // the effect on the answer, and the answer without the quirk
};
const QuirkInfo& Info(Quirk quirk);
const std::vector<QuirkInfo>& AllQuirks();

class Quirks {
 public:
  explicit Quirks(bool compat_tfprof) : on_(compat_tfprof) {}

  bool Has(Quirk) const { return on_; }
  bool params_of_placeholders() const { return Has(Quirk::kParamsOfPlaceholders); }

  // Wraps sums and products at 64 bits as tfprof does, or returns them unchanged.
  Int128 Settle(Int128 value) const {
    return Has(Quirk::kWrap64) ? static_cast<int64_t>(static_cast<uint64_t>(value)) : value;
  }
  // Settle() for a time in picoseconds; tfprof wraps it in microseconds.
  Int128 SettleTime(Int128 picos) const {
    return Has(Quirk::kWrap64) ? Settle(picos / kPicosPerMicro) * kPicosPerMicro : picos;
  }
  Int128 Product(Int128 a, Int128 b) const;
  // The mean over n > 0 steps, as an integer. With tfprof's quirks, times are whole microseconds.
  Int128 Mean(Int128 sum, int64_t n) const;
  Int128 MeanTime(Int128 picos, int64_t n) const;

 private:
  bool on_;
};

}  // namespace profiler

#endif  // PROFILER_QUERY_QUIRKS_H_

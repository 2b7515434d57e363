// What an option is used for. The descriptor of a command lists the uses that the command obeys; an
// option of another use is refused where it is written in that command (catalog/obeyed_options.h).
#ifndef PROFILER_QUERY_OPTIONS_OPTION_USE_H_
#define PROFILER_QUERY_OPTIONS_OPTION_USE_H_

#include <cstdint>

namespace profiler {

enum class OptionUse : uint8_t {
  kEveryCommand,  // how a command runs, and the form of its answer
  // Which facts count.
  kSteps,
  kWindow,  // the time window, and the events that mark steps
  kPlaces,  // sources, hosts, ranks and devices
  kOpTypes,
  // Which rows and columns are shown, in any table.
  kNames,  // rows by their names
  kRows,   // rows by a condition
  kTop,
  kOrder,
  kColumns,
  // Trees, and rows of ops that add up.
  kDepth,
  kTree,
  kStatistic,
  // The questions of single commands.
  kMeaningOfRows,
  kIdleRows,
  kCalls,
  kIntervals,
  kNeighbours,
  kModules,
  kSampleTypes,
  kDevicePeaks,
  kBandwidth,
  kGradients,
  kDips,
  kCheckers,
  kThresholds,
  kFailOn,
  kSchema,
  kServe,
  kBase,       // the profile to compare with
  kComparing,  // how it is compared
  kRequirements,
  kMeasures,
  kSql,
  kKeys,  // the columns by which rows of a query about two profiles are paired
  // What exporters write.
  kMergedSteps,
  kRawArguments,
};

// A set of uses.
class OptionUses {
 public:
  constexpr OptionUses() = default;
  constexpr OptionUses(OptionUse use) : bits_(uint64_t{1} << static_cast<uint32_t>(use)) {
    static_assert(static_cast<uint32_t>(OptionUse::kRawArguments) < 64);  // the last one
  }

  constexpr bool Has(OptionUse use) const { return (bits_ & OptionUses(use).bits_) != 0; }

  friend constexpr OptionUses operator|(OptionUses a, OptionUses b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  uint64_t bits_ = 0;
};

constexpr OptionUses operator|(OptionUse a, OptionUse b) { return OptionUses(a) | OptionUses(b); }

inline constexpr OptionUses kSelectionUses =
    OptionUse::kSteps | OptionUse::kWindow | OptionUse::kPlaces;
// Of all tables: which rows and columns are shown.
inline constexpr OptionUses kShownUses = OptionUse::kNames | OptionUse::kRows | OptionUse::kTop |
                                         OptionUse::kOrder | OptionUse::kColumns;
inline constexpr OptionUses kBaseUses = OptionUse::kBase | OptionUse::kComparing;
// Of a table that can be compared with that of another profile.
inline constexpr OptionUses kTableUses = kShownUses | kBaseUses;
// Of views of ops, and of the exporters that write what they show.
inline constexpr OptionUses kOpTreeUses = kSelectionUses | OptionUse::kOpTypes | kShownUses |
                                          OptionUse::kDepth | OptionUse::kTree |
                                          OptionUse::kStatistic;

}  // namespace profiler

#endif  // PROFILER_QUERY_OPTIONS_OPTION_USE_H_

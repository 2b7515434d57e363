#ifndef PROFILER_ANALYSIS_STEP_SPLIT_NAME_FACTS_H_
#define PROFILER_ANALYSIS_STEP_SPLIT_NAME_FACTS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// What the names of an event imply, as bits. Not in a class: clang 14 crashes where such an enum is
// used as a whole.
namespace name_fact {
enum Bit : uint32_t {
  kSeen = 1 << 0,
  kIgnored = 1 << 1,
  kToDevice = 1 << 2,
  kToHost = 1 << 3,
  kBetweenDevices = 1 << 4,
  kBetweenHosts = 1 << 5,
  kEnqueuesInput = 1 << 6,
  kStartsOps = 1 << 7,
  kWaits = 1 << 8,
  kCompiles = 1 << 9,
  kWaitsForDevice = 1 << 10,
  kIsPython = 1 << 11,
  kClientCopiesIn = 1 << 12,   // to the client's device
  kClientCopiesOut = 1 << 13,  // from it
  kIsUsersMark = 1 << 14,
  kRunsProgram = 1 << 15,  // a compiled one, on the host
  kSleeps = 1 << 16,       // or waits for another thread or process
  kEndsWait = 1 << 17,     // of a call from Python for a result
  kCallsProgram = 1 << 18,
  kTypeWaits = 1 << 19,  // kWaits and so on of the op's type, not of the name
  kTypeIsPython = 1 << 20,
  kTypeIsUsersMark = 1 << 21,
  kMayMark = 1 << 22,  // IsMark() of some step
  kIsBackward = 1 << 23,
};
}  // namespace name_fact
using NameFacts = uint32_t;
// The type is of Python's functions or of users' marks.
inline constexpr NameFacts kTypeIsCode = name_fact::kTypeIsPython | name_fact::kTypeIsUsersMark;

// Looks up the facts of a profile's names, of each once.
class NameFactTable {
 public:
  explicit NameFactTable(const Profile& profile)
      : profile_(profile), facts_(profile.strings.size()) {}

  // Of a name alone: kSeen, and what its words tell.
  NameFacts Of(StringId name);

 private:
  const Profile& profile_;
  std::vector<NameFacts> facts_;  // indexed by name; 0 if not looked up yet
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEP_SPLIT_NAME_FACTS_H_

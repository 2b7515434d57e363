// Ranks that have left a job whose other ranks hang.
#ifndef PROFILER_ADVISE_RULES_RANKS_LEFT_RANKS_H_
#define PROFILER_ADVISE_RULES_RANKS_LEFT_RANKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct LeftRanks {
  std::vector<SourceId> ranks;             // those that requested the fewest collectives
  int64_t collectives = 0, of_others = 0;  // how many these and the others requested
  Int128 earlier = 0;  // by how much the recordings of these end earlier, in picoseconds
};

// Of ranks with steps, those that do not hang, requested fewer collectives than each that does, and
// whose recordings end before those of the others by `least` picoseconds or more.
LeftRanks FindLeftRanks(const Profile& profile, const std::vector<SourceId>& ranks,
                        const std::vector<SourceId>& hanging, int64_t least);

// "; they wait for rank 5, which ...", with where to look. `left` must not be empty.
std::string LeftRanksText(const Profile& profile, const LeftRanks& left);

// Of a job of which most ranks were opened, the others, whose processes may have ended before they
// wrote a file: ". First look at the log of rank 5, which has no file here ...". Else "".
// `one_of_run` is any source of the job's run.
std::string NoFileText(const Profile& profile, SourceId one_of_run);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_LEFT_RANKS_H_

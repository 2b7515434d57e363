#include "profiler/advise/rules/common/result_copies.h"

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {

bool AreCopiesMuch(const ResultCopies& copies, Int128 span, double share, double least_bytes) {
  return !copies.sites.empty() && Share(copies.alone + copies.idle_after, span) > share &&
         static_cast<double>(copies.sum.bytes) >= least_bytes;
}

}  // namespace profiler

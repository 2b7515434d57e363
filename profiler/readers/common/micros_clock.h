#ifndef PROFILER_READERS_COMMON_MICROS_CLOCK_H_
#define PROFILER_READERS_COMMON_MICROS_CLOCK_H_

#include <cstdint>

#include "profiler/base/int128.h"
#include "profiler/store/kinds.h"

namespace profiler {

// Converts a duration from microseconds to picoseconds. Returns false on overflow.
inline bool MicrosToPicos(int64_t micros, int64_t& picos) {
  return !__builtin_mul_overflow(micros, kPicosPerMicro, &picos);
}

// Converts wall-clock microseconds to picoseconds from a source's time zero, which is the first
// time.
class MicrosClock {
 public:
  // Returns kUnknown on overflow and for 0, which means no time.
  int64_t Picos(int64_t micros) {
    if (micros == 0) return kUnknown;
    if (!started_) {
      started_ = true;
      zero_micros_ = micros;
    }
    int64_t from_zero = 0, picos = 0;
    if (__builtin_sub_overflow(micros, zero_micros_, &from_zero)) return kUnknown;
    return MicrosToPicos(from_zero, picos) ? picos : kUnknown;
  }

  // The wall clock at time zero, in ns since 1970. kUnknown before the first time, or on overflow.
  int64_t EpochNanos() const {
    int64_t epoch_ns = 0;
    const bool overflows = __builtin_mul_overflow(zero_micros_, int64_t{1000}, &epoch_ns);
    return started_ && !overflows ? epoch_ns : kUnknown;
  }

 private:
  bool started_ = false;
  int64_t zero_micros_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_MICROS_CLOCK_H_

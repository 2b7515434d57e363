#ifndef PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_
#define PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::metric_table {

// A time as a row tells it.
struct TableTime {
  enum class Clock {
    kUtc,       // a moment
    kZoneless,  // what a clock showed, of a zone that is not told: ps as if it were UTC
    kNone,      // ps since some start that is not told
  };
  Int128 ps = 0;
  Clock clock = Clock::kUtc;
};

// What numbers count that are times.
enum class TimeUnit { kUntold, kSeconds, kMillis, kMicros, kNanos };

// Reads the times of one file: Unix time in s, ms, us or ns, which its size tells where no name
// does, ISO 8601 and its likes, and the shorter forms of tools that tell day, year or zone once,
// before their rows.
class TableClock {
 public:
  // The day of times that tell none: "11/22/26", "2026-11-22", "22.11.2026". False where it is no
  // day. Rows come in order: a time of the day that falls far is one of the day after.
  bool SetDay(std::string_view text);
  // Year and zone of times that tell none: "22 Nov 2026 02:34:17 UTC".
  bool SetStart(std::string_view text);

  std::optional<TableTime> Read(std::string_view text, TimeUnit unit = TimeUnit::kUntold);

 private:
  std::optional<int64_t> TakeDay(std::string_view& text) const;
  std::optional<TableTime> Number(std::string_view text, TimeUnit unit) const;
  std::optional<int64_t> DayOf(int64_t year, int64_t month, int64_t day) const;

  std::optional<int64_t> day_;  // since 1970
  int64_t year_ = 0, month_ = 0;
  std::optional<int64_t> utc_offset_s_;
  Int128 last_of_day_ = 0;  // ps
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_

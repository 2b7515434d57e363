#ifndef PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_
#define PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler::metric_table {

// The time of a row.
struct TableTime {
  enum class Clock {
    kUtc,       // a moment
    kZoneless,  // local time of an unknown zone, in ps as if it were UTC
    kNone,      // ps since an unknown start
  };
  Int128 ps = 0;
  Clock clock = Clock::kUtc;
};

// The unit of numeric times.
enum class TimeUnit { kUntold, kSeconds, kMillis, kMicros, kNanos };

// Parses the times of one file. Accepts ISO 8601 and similar forms; Unix time in s, ms, us or ns,
// with the unit from the column's name or else from the size of the number; and the short forms of
// tools that write day, year or zone once before the rows.
class TableClock {
 public:
  // Sets the day of times without a date, from "11/22/26", "2026-11-22" or "22.11.2026". Returns
  // false if `text` is not a day. Rows must come in order of time: a large step back means the next
  // day.
  bool SetDay(std::string_view text);
  // Sets the year and zone of times without them, from "22 Nov 2026 02:34:17 UTC".
  bool SetStart(std::string_view text);

  std::optional<TableTime> Read(std::string_view text, TimeUnit unit = TimeUnit::kUntold);

 private:
  std::optional<int64_t> TakeDay(std::string_view& text) const;
  std::optional<int64_t> TakeEightDigits(std::string_view& text) const;
  std::optional<TableTime> Number(std::string_view text, TimeUnit unit) const;
  std::optional<int64_t> DayOf(int64_t year, int64_t month, int64_t day) const;

  std::optional<int64_t> day_;  // since 1970
  int64_t year_ = 0, month_ = 0;
  std::optional<int64_t> utc_offset_s_;
  Int128 last_of_day_ = 0;  // ps
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_TABLE_CLOCK_H_

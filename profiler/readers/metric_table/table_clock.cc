#include "profiler/readers/metric_table/table_clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/base/int128.h"
#include "profiler/base/utc_offset.h"
#include "profiler/readers/common/micros.h"
#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {
namespace {

constexpr int64_t kSecondsPerDay = 86'400;
constexpr int kPicoDigits = 12;

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::optional<int64_t> TakeDigits(std::string_view& text, size_t most) {
  size_t length = 0;
  int64_t number = 0;
  for (; length < text.size() && length < most && IsDigit(text[length]); ++length) {
    number = 10 * number + (text[length] - '0');
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

bool TakeOneOf(std::string_view& text, std::string_view letters, char& taken) {
  if (text.empty() || letters.find(text[0]) == letters.npos) return false;
  taken = text[0];
  text.remove_prefix(1);
  return true;
}

// 1 to 12 for "Nov" or "November"; 0 for anything else.
int64_t TakeMonthName(std::string_view& text) {
  const auto month = std::find(kMonths.begin(), kMonths.end(), Lower(text.substr(0, 3)));
  if (month == kMonths.end()) return 0;
  while (!text.empty() && IsLetter(text[0])) text.remove_prefix(1);
  return month - kMonths.begin() + 1;
}

// Parses "02:30:58.123 PM" to ps since midnight.
std::optional<Int128> TakeTimeOfDay(std::string_view& text) {
  char mark = 0;
  std::optional<int64_t> hour = TakeDigits(text, 2);
  if (!hour || !TakeOneOf(text, ":", mark)) return std::nullopt;
  const std::optional<int64_t> minute = TakeDigits(text, 2);
  if (!minute) return std::nullopt;
  int64_t second = 0;
  Int128 fraction = 0;
  if (TakeOneOf(text, ":", mark)) {
    const std::optional<int64_t> taken = TakeDigits(text, 2);
    if (!taken) return std::nullopt;
    second = *taken;
    if (TakeOneOf(text, ".,", mark)) {
      Int128 digit_ps = kPicosPerSecond / 10;
      if (text.empty() || !IsDigit(text[0])) return std::nullopt;
      for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1), digit_ps /= 10) {
        fraction += digit_ps * (text[0] - '0');
      }
    }
  }
  text = Trim(text);
  const std::string half = Lower(text.substr(0, 2));
  if (half == "am" || half == "pm") {
    if (*hour < 1 || *hour > 12) return std::nullopt;
    hour = *hour % 12 + (half == "pm" ? 12 : 0);
    text = Trim(text.substr(2));
  }
  if (*hour > 23 || *minute > 59 || second > 60) return std::nullopt;
  return (*hour * 3600 + *minute * 60 + second) * kPicosPerSecond + fraction;
}

// Unix time in ns, which has more digits than ParseDecimal accepts.
std::optional<Int128> Nanos(std::string_view text) {
  constexpr size_t kDigits = 19;
  int64_t nanos = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), nanos);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  if (!is_whole || text.size() != kDigits || nanos < 0) return std::nullopt;
  return Int128{nanos} * 1000;
}

// The decimal digits from the unit down to picoseconds (log10).
int DigitsOf(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kMillis:
      return 9;
    case TimeUnit::kMicros:
      return 6;
    case TimeUnit::kNanos:
      return 3;
    default:
      return kPicoDigits;
  }
}

int64_t FourDigits(int64_t year) { return year < 100 ? 2000 + year : year; }

}  // namespace

std::optional<int64_t> TableClock::DayOf(int64_t year, int64_t month, int64_t day) const {
  using namespace std::chrono;
  if (year == 0) return std::nullopt;
  const year_month_day date(std::chrono::year(static_cast<int>(year)),
                            std::chrono::month(static_cast<unsigned>(month)),
                            std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date).time_since_epoch().count();
}

// Parses "20261122", which a blank or the end follows. Leaves any other text as it is.
std::optional<int64_t> TableClock::TakeEightDigits(std::string_view& text) const {
  constexpr size_t kDigits = 8;
  const std::string_view digits = text.substr(0, kDigits);
  const bool are_all =
      digits.size() == kDigits && std::all_of(digits.begin(), digits.end(), IsDigit);
  if (!are_all || (text.size() > kDigits && text[kDigits] != ' ')) return std::nullopt;
  std::string_view rest = digits;
  const int64_t year = *TakeDigits(rest, 4), month = *TakeDigits(rest, 2);
  const std::optional<int64_t> day = DayOf(year, month, *TakeDigits(rest, 2));
  if (day) text.remove_prefix(kDigits);
  return day;
}

// Parses "2026-11-22", "20261122", "2026/11/22", "11/22/26", "22.11.2026" and, if the year is
// known, "Nov-22" and "22-11".
std::optional<int64_t> TableClock::TakeDay(std::string_view& text) const {
  char mark = 0;
  // The year of a day without one: recordings may continue past December.
  const auto in_year = [&](int64_t month, int64_t day) {
    return DayOf(year_ == 0 ? 0 : year_ + (month + 6 < month_ ? 1 : 0), month, day);
  };
  if (const int64_t month = TakeMonthName(text); month > 0) {
    if (!TakeOneOf(text, "- ", mark)) return std::nullopt;
    const std::optional<int64_t> day = TakeDigits(text, 2);
    return day ? in_year(month, *day) : std::nullopt;
  }
  if (std::optional<int64_t> day = TakeEightDigits(text)) return day;
  const size_t before = text.size();
  const std::optional<int64_t> first = TakeDigits(text, 4);
  const bool is_year = before - text.size() == 4;
  if (!first || !TakeOneOf(text, "-/.", mark)) return std::nullopt;
  const std::optional<int64_t> second = TakeDigits(text, 2);
  if (!second) return std::nullopt;
  char again = 0;
  if (!TakeOneOf(text, std::string_view(&mark, 1), again)) {
    return is_year ? std::nullopt : in_year(*second, *first);
  }
  const std::optional<int64_t> third = TakeDigits(text, 4);
  if (!third) return std::nullopt;
  if (is_year) return DayOf(*first, *second, *third);
  const bool month_first = mark == '/' && *first <= 12;
  return DayOf(FourDigits(*third), month_first ? *first : *second, month_first ? *second : *first);
}

bool TableClock::SetDay(std::string_view text) {
  const std::optional<int64_t> day = TakeDay(text);
  if (!day || !text.empty()) return false;
  day_ = day;
  last_of_day_ = 0;
  return true;
}

bool TableClock::SetStart(std::string_view text) {
  const std::optional<int64_t> day = TakeDigits(text, 2);
  text = Trim(text);
  const int64_t month = TakeMonthName(text);
  text = Trim(text);
  const std::optional<int64_t> year = TakeDigits(text, 4);
  if (!day || month == 0 || !year) return false;
  year_ = *year;
  month_ = month;
  text = Trim(text);
  if (TakeTimeOfDay(text).has_value()) utc_offset_s_ = ParseUtcOffset(Trim(text));
  return true;
}

// A number below the Unix time of 1973 counts from the program's or the machine's start. Without a
// unit it counts seconds, unless it is too large for that.
std::optional<TableTime> TableClock::Number(std::string_view text, TimeUnit unit) const {
  constexpr Int128 kFirstUnixTime = 100'000'000;
  const bool may_be_nanos = unit == TimeUnit::kUntold || unit == TimeUnit::kNanos;
  if (const std::optional<Int128> ps = Nanos(text); ps.has_value() && may_be_nanos) {
    return TableTime{*ps, TableTime::Clock::kUtc};
  }
  int digits = DigitsOf(unit);
  std::optional<Int128> ps = chrome_trace::ParseDecimal(text, digits);
  if (!ps || *ps < 0) return std::nullopt;
  if (unit == TimeUnit::kUntold) {
    const Int128 whole = *ps / kPicosPerSecond;
    for (Int128 limit = kFirstUnixTime * 1000; whole >= limit && digits > 3; limit *= 1000) {
      digits -= 3;
    }
    ps = chrome_trace::ParseDecimal(text, digits);
    if (!ps) return std::nullopt;
  }
  const bool is_wall_clock = *ps >= kFirstUnixTime * kPicosPerSecond;
  return TableTime{*ps, is_wall_clock ? TableTime::Clock::kUtc : TableTime::Clock::kNone};
}

std::optional<TableTime> TableClock::Read(std::string_view text, TimeUnit unit) {
  text = Trim(text);
  if (text.find(':') == text.npos) {
    if (std::optional<TableTime> number = Number(text, unit); number.has_value()) return number;
  }
  std::string_view rest = text;
  std::optional<int64_t> day = TakeDay(rest);
  const bool has_day = day.has_value();
  if (!has_day) {
    rest = text;
    day = day_;
  } else if (!rest.empty()) {
    char mark = 0;
    if (!TakeOneOf(rest, "T t", mark)) return std::nullopt;
  }
  if (!day) return std::nullopt;
  Int128 of_day = 0;
  rest = Trim(rest);
  if (!rest.empty()) {
    const std::optional<Int128> taken = TakeTimeOfDay(rest);
    if (!taken) return std::nullopt;
    of_day = *taken;
  } else if (!has_day) {
    return std::nullopt;
  }
  if (!has_day) {
    if (of_day + kSecondsPerDay / 2 * kPicosPerSecond < last_of_day_) day_ = ++*day;
    last_of_day_ = of_day;
  }
  const std::string_view zone = Trim(rest);
  const std::optional<int64_t> offset = zone.empty() ? utc_offset_s_ : ParseUtcOffset(zone);
  TableTime time;
  time.ps = Int128{*day} * kSecondsPerDay * kPicosPerSecond + of_day -
            offset.value_or(0) * kPicosPerSecond;
  time.clock = offset ? TableTime::Clock::kUtc : TableTime::Clock::kZoneless;
  return time;
}

}  // namespace profiler::metric_table

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/sql/functions/functions.h"

namespace profiler::sql {
namespace {

constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

// The state of a group, which SQLite sets to zeros; it is trivial, so nothing destroys it.
template <typename State>
State* StateOf(sqlite3_context* context, bool makes) {
  return static_cast<State*>(
      sqlite3_aggregate_context(context, makes ? static_cast<int>(sizeof(State)) : 0));
}

// --- sum(x) ---

struct Sum {
  // Two parts of 128 bits: SQLite aligns to 8 bytes only.
  uint64_t low;
  int64_t high;
  double reals;
  int64_t count, real_count;

  Int128 whole() const {
    return static_cast<Int128>(static_cast<unsigned __int128>(high) << 64 | low);
  }
  void Add(Int128 value) {
    const Int128 sum = whole() + value;
    low = static_cast<uint64_t>(sum);
    high = static_cast<int64_t>(sum >> 64);
  }
};

void AddToSum(sqlite3_context* context, sqlite3_value* value, int sign) {
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return;
  auto* const sum = StateOf<Sum>(context, /*makes=*/true);
  if (sum == nullptr) return sqlite3_result_error_nomem(context);
  sum->count += sign;
  if (type == SQLITE_INTEGER) return sum->Add(Int128{sqlite3_value_int64(value)} * sign);
  sum->real_count += sign;
  sum->reals += sqlite3_value_double(value) * sign;
}

void SumStep(sqlite3_context* context, int, sqlite3_value** values) {
  // Nearly all values are whole numbers.
  if (sqlite3_value_type(values[0]) != SQLITE_INTEGER) return AddToSum(context, values[0], 1);
  auto* const sum = StateOf<Sum>(context, /*makes=*/true);
  if (sum == nullptr) return sqlite3_result_error_nomem(context);
  ++sum->count;
  sum->Add(sqlite3_value_int64(values[0]));
}
void SumInverse(sqlite3_context* context, int, sqlite3_value** values) {
  AddToSum(context, values[0], -1);
}

void SumValue(sqlite3_context* context) {
  const auto* const sum = StateOf<Sum>(context, /*makes=*/false);
  if (sum == nullptr || sum->count == 0) return;
  const Int128 whole = sum->whole();
  const bool is_wide =
      whole > std::numeric_limits<int64_t>::max() || whole < std::numeric_limits<int64_t>::min();
  if (sum->real_count == 0 && !is_wide) {
    return sqlite3_result_int64(context, static_cast<int64_t>(whole));
  }
  sqlite3_result_double(context, static_cast<double>(whole) + sum->reals);
}

// --- functions of all values of a group ---

// A group's values. SQLite's memory holds only the pointer.
template <typename T>
struct Values {
  std::vector<T>* all;
  double share;  // of percentile()
};

template <typename T>
std::vector<T>* ValuesOf(sqlite3_context* context) {
  auto* const values = StateOf<Values<T>>(context, /*makes=*/true);
  if (values == nullptr) return nullptr;
  if (values->all == nullptr) values->all = new (std::nothrow) std::vector<T>;
  return values->all;
}

// Takes the values of a group that ends.
template <typename T>
std::unique_ptr<std::vector<T>> TakeValues(sqlite3_context* context, double* share = nullptr) {
  auto* const values = StateOf<Values<T>>(context, /*makes=*/false);
  if (values == nullptr) return nullptr;
  if (share != nullptr) *share = values->share;
  return std::unique_ptr<std::vector<T>>(std::exchange(values->all, nullptr));
}

void AddNumber(sqlite3_context* context, sqlite3_value* value) {
  const int type = sqlite3_value_numeric_type(value);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  auto* const values = ValuesOf<double>(context);
  if (values == nullptr) return sqlite3_result_error_nomem(context);
  values->push_back(sqlite3_value_double(value));
}

void MedianStep(sqlite3_context* context, int, sqlite3_value** values) {
  AddNumber(context, values[0]);
  if (auto* const state = StateOf<Values<double>>(context, true)) state->share = 0.5;
}

void PercentileStep(sqlite3_context* context, int, sqlite3_value** values) {
  const double percent = sqlite3_value_double(values[1]);
  if (!(percent >= 0 && percent <= 100)) {
    return sqlite3_result_error(context, "percentile(x, p): p is from 0 to 100", -1);
  }
  AddNumber(context, values[0]);
  if (auto* const state = StateOf<Values<double>>(context, true)) state->share = percent / 100;
}

// In proportion between the two values next to the place.
void PercentileFinal(sqlite3_context* context) {
  double share = 0;
  const auto values = TakeValues<double>(context, &share);
  if (values == nullptr || values->empty()) return;
  const double place = share * static_cast<double>(values->size() - 1);
  const auto below = static_cast<size_t>(std::floor(place));
  const auto at = values->begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values->begin(), at, values->end());
  double value = *at;
  if (below + 1 < values->size()) {
    const double next = *std::min_element(at + 1, values->end());
    value += (next - value) * (place - static_cast<double>(below));
  }
  sqlite3_result_double(context, value);
}

using Interval = std::pair<int64_t, int64_t>;

void UnionStep(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_numeric_type(values[0]) == SQLITE_NULL ||
      sqlite3_value_numeric_type(values[1]) == SQLITE_NULL) {
    return;
  }
  auto* const intervals = ValuesOf<Interval>(context);
  if (intervals == nullptr) return sqlite3_result_error_nomem(context);
  intervals->emplace_back(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1]));
}

void UnionFinal(sqlite3_context* context) {
  const auto intervals = TakeValues<Interval>(context);
  if (intervals == nullptr || intervals->empty()) return;
  std::sort(intervals->begin(), intervals->end());
  Int128 covered = 0;
  int64_t end = std::numeric_limits<int64_t>::min();
  for (const auto& [from, to] : *intervals) {
    const int64_t begin = std::max(from, end);
    if (to <= begin) continue;
    covered += Int128{to} - begin;
    end = to;
  }
  constexpr Int128 kMost = std::numeric_limits<int64_t>::max();
  if (covered <= kMost) return sqlite3_result_int64(context, static_cast<int64_t>(covered));
  sqlite3_result_double(context, static_cast<double>(covered));
}

}  // namespace

int AddAggregates(sqlite3* db) {
  int rc = sqlite3_create_window_function(db, "sum", 1, kFlags, nullptr, SumStep, SumValue,
                                          SumValue, SumInverse, nullptr);
  const auto add = [&](const char* name, int arguments,
                       void (*step)(sqlite3_context*, int, sqlite3_value**),
                       void (*final)(sqlite3_context*)) {
    if (rc != SQLITE_OK) return;
    rc = sqlite3_create_function_v2(db, name, arguments, kFlags, nullptr, nullptr, step, final,
                                    nullptr);
  };
  add("median", 1, MedianStep, PercentileFinal);
  add("percentile", 2, PercentileStep, PercentileFinal);
  add("union_duration", 2, UnionStep, UnionFinal);
  return rc;
}

}  // namespace profiler::sql

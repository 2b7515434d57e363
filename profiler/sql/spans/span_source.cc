#include "profiler/sql/spans/span_source.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/sql/query_text.h"
#include "profiler/sql/table_module.h"

namespace profiler::sql {
namespace {

constexpr size_t kMostSpans = size_t{1} << 28;

struct EndsStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SpanStatement = std::unique_ptr<sqlite3_stmt, EndsStatement>;

absl::StatusOr<SpanStatement> PrepareSpans(const std::string& text, const Connection& connection) {
  sqlite3_stmt* made = nullptr;
  const int rc = sqlite3_prepare_v2(connection.db(), text.c_str(), -1, &made, nullptr);
  SpanStatement statement(made);
  if (rc != SQLITE_OK) return connection.ErrorIn("", rc);
  return statement;
}

// The text that follows FROM: a SELECT in parentheses, or a name, which may have a schema.
std::string FromText(std::string_view source) {
  if (BeginsQuery(source)) return fmt::format("({}\n)", source);
  const size_t dot = source.find('.');
  if (dot == source.npos) return QuoteName(source);
  return QuoteName(source.substr(0, dot)) + '.' + QuoteName(source.substr(dot + 1));
}

bool IsSameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

bool HasColumn(sqlite3_stmt* statement, std::string_view name) {
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const char* const column = sqlite3_column_name(statement, i);
    if (column != nullptr && IsSameName(column, name)) return true;
  }
  return false;
}

Partitions::Value ValueOf(sqlite3_stmt* statement, int column) {
  if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) {
    return int64_t{sqlite3_column_int64(statement, column)};
  }
  if (sqlite3_column_type(statement, column) == SQLITE_FLOAT) {
    return sqlite3_column_double(statement, column);
  }
  const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  if (text == nullptr) return std::string();
  return std::string(text, static_cast<size_t>(sqlite3_column_bytes(statement, column)));
}

int64_t EndOf(int64_t begin, int64_t length_or_end, bool is_length) {
  if (!is_length) return length_or_end;
  int64_t end = 0;
  const bool is_huge = __builtin_add_overflow(begin, length_or_end, &end);
  return is_huge ? std::numeric_limits<int64_t>::max() : end;
}

}  // namespace

uint32_t Partitions::NumberOf(const Value& value) {
  const auto [at, is_new] = numbers_.try_emplace(value, static_cast<uint32_t>(values_.size()));
  if (is_new) values_.push_back(&at->first);
  return at->second;
}

absl::StatusOr<SpansOfSource> ReadSpans(std::string_view source, std::string_view partition_column,
                                        const Connection& connection, Partitions& partitions) {
  const std::string from = FromText(source);
  PROFILER_ASSIGN_OR_RETURN(const SpanStatement all,
                            PrepareSpans("SELECT * FROM " + from, connection));
  const bool has_length = HasColumn(all.get(), "duration");
  if (!HasColumn(all.get(), "begin") || (!has_length && !HasColumn(all.get(), "end"))) {
    return absl::InvalidArgumentError(fmt::format(
        "span_join: the rows of '{}' need the columns `begin` and `duration` or `end`", source));
  }
  SpansOfSource read;
  read.is_partitioned = !partition_column.empty() && HasColumn(all.get(), partition_column);
  const bool has_id = HasColumn(all.get(), "id");
  PROFILER_ASSIGN_OR_RETURN(
      const SpanStatement statement,
      PrepareSpans(fmt::format("SELECT \"begin\", \"{}\", {}, {} FROM {}",
                               has_length ? "duration" : "end", has_id ? "id" : "0",
                               read.is_partitioned ? QuoteName(partition_column) : "0", from),
                   connection));
  sqlite3_stmt* const rows = statement.get();
  const auto is_null = [&](int column) { return sqlite3_column_type(rows, column) == SQLITE_NULL; };
  int64_t number = 0;
  int rc = sqlite3_step(rows);
  for (; rc == SQLITE_ROW; rc = sqlite3_step(rows), ++number) {
    if (is_null(0) || is_null(1) || is_null(3)) continue;
    if (read.spans.size() >= kMostSpans) {
      return absl::ResourceExhaustedError("span_join: too many rows: select fewer");
    }
    Span span;
    span.begin = sqlite3_column_int64(rows, 0);
    span.end = EndOf(span.begin, sqlite3_column_int64(rows, 1), has_length);
    span.id = has_id ? sqlite3_column_int64(rows, 2) : number;
    if (read.is_partitioned) span.part = partitions.NumberOf(ValueOf(rows, 3));
    read.spans.push_back(span);
  }
  if (rc != SQLITE_DONE) return connection.ErrorIn("", rc);
  return read;
}

}  // namespace profiler::sql

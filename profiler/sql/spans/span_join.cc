#include "profiler/sql/spans/span_join.h"

#include <sqlite3.h>

#include <array>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/status.h"
#include "profiler/sql/spans/overlaps.h"
#include "profiler/sql/spans/span_source.h"
#include "profiler/sql/view_module.h"

namespace profiler::sql {
namespace {

constexpr size_t kMostPairs = 50'000'000;
constexpr size_t kMostCopies = size_t{1} << 26;
constexpr int kMostDepth = 3;

// The columns, in the order of the declaration. The last three are the arguments.
enum SpanColumn : uint8_t {
  kBegin,
  kLength,
  kLeftId,
  kRightId,
  kPartition,
  kLeft,
  kRight,
  kPartitionColumn
};
constexpr int kArguments = kPartitionColumn - kLeft + 1;
constexpr const char* kDeclaration =
    "CREATE TABLE x(begin INTEGER, duration INTEGER, left_id INTEGER, right_id INTEGER, "
    "partition, left_rows TEXT HIDDEN, right_rows TEXT HIDDEN, partition_column TEXT HIDDEN)";

struct SpanTable {
  sqlite3_vtab base = {};  // the first member, as SQLite asks
  SpanJoins* joins = nullptr;
};

struct SpanCursor {
  sqlite3_vtab_cursor base = {};  // the first member, as SQLite asks
  Partitions partitions;
  bool is_partitioned = false;
  std::vector<SpanPair> pairs;
  size_t row = 0;
};

SpanTable& SpansOf(sqlite3_vtab* base) { return *reinterpret_cast<SpanTable*>(base); }
SpanCursor& SpansOf(sqlite3_vtab_cursor* base) { return *reinterpret_cast<SpanCursor*>(base); }

int ConnectSpans(sqlite3* db, void* joins, int, const char* const*, sqlite3_vtab** out, char**) {
  const int rc = sqlite3_declare_vtab(db, kDeclaration);
  if (rc != SQLITE_OK) return rc;
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  auto* const table = new (std::nothrow) SpanTable;
  if (table == nullptr) return SQLITE_NOMEM;
  table->joins = static_cast<SpanJoins*>(joins);
  *out = &table->base;
  return SQLITE_OK;
}

int DisconnectSpans(sqlite3_vtab* table) {
  delete &SpansOf(table);
  return SQLITE_OK;
}

// idxNum has a bit for each argument that is given.
int ChooseSpans(sqlite3_vtab* table, sqlite3_index_info* info) {
  std::array<int, kArguments> constraint = {-1, -1, -1};
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& one = info->aConstraint[i];
    if (one.iColumn < kLeft || one.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (one.usable == 0) return SQLITE_CONSTRAINT;  // its tables must be read first
    constraint[static_cast<size_t>(one.iColumn - kLeft)] = i;
  }
  if (constraint[0] < 0 || constraint[1] < 0) {
    table->zErrMsg = sqlite3_mprintf(
        "span_join takes two tables, or SELECTs in quotes, and a column to match by, as in "
        "span_join('events', 'steps', 'source')");
    return SQLITE_ERROR;
  }
  int next = 0;
  for (size_t i = 0; i < constraint.size(); ++i) {
    if (constraint[i] < 0) continue;
    info->aConstraintUsage[constraint[i]].argvIndex = ++next;
    info->aConstraintUsage[constraint[i]].omit = 1;
    info->idxNum |= 1 << i;
  }
  constexpr double kCost = 1e7;
  constexpr sqlite3_int64 kRows = 100'000;
  info->estimatedCost = kCost;
  info->estimatedRows = kRows;
  return SQLITE_OK;
}

int OpenSpanCursor(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
  auto* const cursor = new (std::nothrow) SpanCursor;
  if (cursor == nullptr) return SQLITE_NOMEM;
  *out = &cursor->base;
  return SQLITE_OK;
}

int CloseSpans(sqlite3_vtab_cursor* cursor) {
  delete &SpansOf(cursor);
  return SQLITE_OK;
}

// Spans without the partition column are in every partition.
absl::Status CopyToAll(const Partitions& partitions, std::vector<Span>& spans) {
  const size_t count = spans.size();
  if (count > 0 && partitions.size() > kMostCopies / count) {
    return absl::ResourceExhaustedError("span_join: too many partitions for the other rows");
  }
  std::vector<Span> copies;
  copies.reserve(count * partitions.size());
  for (uint32_t part = 0; part < partitions.size(); ++part) {
    for (Span span : spans) {
      span.part = part;
      copies.push_back(span);
    }
  }
  spans = std::move(copies);
  return absl::OkStatus();
}

absl::Status JoinSpans(const std::array<std::string, kArguments>& arguments, SpanJoins& joins,
                       SpanCursor& cursor) {
  const auto& [left_rows, right_rows, column] = arguments;
  cursor.partitions = {};
  PROFILER_ASSIGN_OR_RETURN(SpansOfSource left,
                            ReadSpans(left_rows, column, joins.connection, cursor.partitions));
  PROFILER_ASSIGN_OR_RETURN(SpansOfSource right,
                            ReadSpans(right_rows, column, joins.connection, cursor.partitions));
  cursor.is_partitioned = left.is_partitioned || right.is_partitioned;
  if (!column.empty() && !cursor.is_partitioned) {
    return absl::InvalidArgumentError("span_join: neither has the column '" + column + "'");
  }
  if (left.is_partitioned != right.is_partitioned) {
    PROFILER_RETURN_IF_ERROR(
        CopyToAll(cursor.partitions, left.is_partitioned ? right.spans : left.spans));
  }
  PROFILER_ASSIGN_OR_RETURN(cursor.pairs,
                            FindOverlaps(std::move(left.spans), std::move(right.spans), kMostPairs,
                                         [&] { return joins.context.Check(); }));
  return absl::OkStatus();
}

int FilterSpans(sqlite3_vtab_cursor* base, int given, const char*, int count,
                sqlite3_value** values) {
  SpanJoins& joins = *SpansOf(base->pVtab).joins;
  SpanCursor& cursor = SpansOf(base);
  std::array<std::string, kArguments> arguments;
  for (int i = 0, next = 0; i < kArguments && next < count; ++i) {
    if ((given >> i & 1) == 0) continue;
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(values[next++]));
    if (text != nullptr) arguments[static_cast<size_t>(i)] = text;
  }
  cursor.row = 0;
  cursor.pairs.clear();
  ++joins.depth;
  const absl::Status status =
      joins.depth > kMostDepth
          ? absl::InvalidArgumentError("span_join: a call in a call in a call is too deep")
          : JoinSpans(arguments, joins, cursor);
  --joins.depth;
  if (status.ok()) return SQLITE_OK;
  joins.connection.Fail(status);
  return SQLITE_ERROR;
}

int NextOfSpans(sqlite3_vtab_cursor* cursor) {
  ++SpansOf(cursor).row;
  return SQLITE_OK;
}

int IsAfterSpans(sqlite3_vtab_cursor* base) {
  const SpanCursor& cursor = SpansOf(base);
  return cursor.row >= cursor.pairs.size() ? 1 : 0;
}

void ReturnPartition(sqlite3_context* context, const Partitions::Value& value) {
  if (const auto* const number = std::get_if<int64_t>(&value)) {
    sqlite3_result_int64(context, *number);
  } else if (const auto* const real = std::get_if<double>(&value)) {
    sqlite3_result_double(context, *real);
  } else {
    const auto& text = std::get<std::string>(value);
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
}

int ColumnOfSpans(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  const SpanCursor& cursor = SpansOf(base);
  const SpanPair& pair = cursor.pairs[cursor.row];
  if (column == kBegin) sqlite3_result_int64(context, pair.begin);
  if (column == kLength) sqlite3_result_int64(context, pair.duration);
  if (column == kLeftId) sqlite3_result_int64(context, pair.left);
  if (column == kRightId) sqlite3_result_int64(context, pair.right);
  const bool shows_partition = column == kPartition && cursor.is_partitioned;
  if (shows_partition) ReturnPartition(context, cursor.partitions[pair.part]);
  return SQLITE_OK;
}

int RowidOfSpans(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(SpansOf(cursor).row);
  return SQLITE_OK;
}

// Without xCreate the function exists by itself, in all schemas.
const sqlite3_module& SpanModule() {
  static const sqlite3_module& module = *new sqlite3_module([] {
    sqlite3_module made = {};
    made.iVersion = 1;
    made.xConnect = ConnectSpans;
    made.xBestIndex = ChooseSpans;
    made.xDisconnect = DisconnectSpans;
    made.xOpen = OpenSpanCursor;
    made.xClose = CloseSpans;
    made.xFilter = FilterSpans;
    made.xNext = NextOfSpans;
    made.xEof = IsAfterSpans;
    made.xColumn = ColumnOfSpans;
    made.xRowid = RowidOfSpans;
    return made;
  }());
  return module;
}

}  // namespace

int AddSpanJoin(SpanJoins& joins) {
  sqlite3* const db = joins.connection.db();
  const int rc = sqlite3_create_module_v2(db, "span_join", &SpanModule(), &joins, nullptr);
  return rc == SQLITE_OK ? DeclareTableFunction(db, "span_join('', '')") : rc;
}

}  // namespace profiler::sql

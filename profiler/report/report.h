// What a view answers: typed columns over rows, and what must be said about them. It is data; how
// it looks is the renderers' business (render/).
#ifndef PROFILER_REPORT_REPORT_H_
#define PROFILER_REPORT_REPORT_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/query/measures.h"

namespace profiler {

// A number in its column's unit; times are in picoseconds.
using Value = Int128;
// "Not recorded": printed `-`, null in JSON.
inline constexpr Value kAbsent = static_cast<Value>(1) << 126;

// One group of an op type's executions: those with the same input shapes.
struct InputShapeUse {
  std::vector<std::string> shapes;  // "0:4x8", by input
  Value runs = 0, defined = 0, time = 0;
};

enum class ColumnType : uint8_t {
  kNumber,          // own, total, and in ranked reports shares
  kList,            // texts
  kInputShapeUses,  // uses
};

struct ReportColumn {
  std::string name;  // the key in machine formats
  Field field = Field::kMicros;
  ColumnType type = ColumnType::kNumber;
  Unit unit = Unit::kNone;
  std::string title;        // over the column in text
  std::string description;  // a sentence

  // One value per row, in the vectors that the type names.
  std::vector<Value> own;    // the row itself
  std::vector<Value> total;  // with all below it; in a ranked report with all rows after it
  std::vector<double> share, share_total;  // of the grand total, 0..1; of a ranked report only
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<InputShapeUse>> uses;

  // Asked for, but this view has no such values: all vectors stay empty.
  bool not_available = false;

  Value grand_total = kAbsent;  // over all accounted rows, shown or not
};

struct Row {
  std::string name;
  std::vector<std::string> key;  // path parts, unique in the report
  int32_t depth = 0;             // the root is 0
  int32_t parent = -1;           // row number, or -1
  bool accounted = true;         // else its own values are not part of the answer
};

enum class Severity : uint8_t { kInfo, kWarning };

struct Note {
  std::string id;
  Severity severity = Severity::kInfo;
  std::string text;
};

enum class Shape : uint8_t {
  kTree,    // rows in the order of a walk, own and total values
  kRanked,  // rows by rank, own values with shares
};

struct Report {
  std::string view;
  std::string description;  // a sentence: what a row is
  Shape shape = Shape::kTree;
  std::vector<Field> selected;  // what the query asked for, in the order of their names
  std::vector<ReportColumn> columns;
  std::vector<Row> rows;
  // Print what is not recorded as 0, as tfprof's text does. Machine formats still say null.
  bool absent_as_zero = false;
  bool no_ops = false;  // the profile holds none at all
  int64_t hidden_rows = 0;
  std::string hidden_reason;
  std::vector<Note> notes;
};

}  // namespace profiler

#endif  // PROFILER_REPORT_REPORT_H_

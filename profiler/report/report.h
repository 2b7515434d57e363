// What a view answers: typed columns over rows, and what must be said about them. It is data; how
// it looks is the renderers' business (render/).
#ifndef PROFILER_REPORT_REPORT_H_
#define PROFILER_REPORT_REPORT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/base/tensor_value.h"
#include "profiler/base/value.h"
#include "profiler/query/measures.h"
#include "profiler/report/row_name.h"

namespace profiler {

enum class ColumnType : uint8_t {
  kNumber,          // own, total, and in ranked reports shares
  kReal,            // reals
  kFlag,            // own: 0 or 1
  kText,            // words
  kList,            // texts
  kSeries,          // series
  kInputShapeUses,  // uses
  kTensor,          // tensors
};

struct ReportColumn {
  std::string name;            // the key in machine formats
  std::optional<Field> field;  // of tfprof's views: what -select calls it
  ColumnType type = ColumnType::kNumber;
  Unit unit = Unit::kNone;
  std::string title;        // over the column in text
  std::string description;  // a sentence

  // One value per row, in the vectors that the type names.
  std::vector<Value> own;    // the row itself
  std::vector<Value> total;  // with all below it; in a ranked report with all rows after it
  // Of the grand total, 0..1, NaN where not known; of a ranked report only.
  std::vector<double> share, share_total;
  std::vector<double> reals;       // NaN: not recorded
  std::vector<std::string> words;  // empty: not recorded, unless `keeps_empty`
  bool keeps_empty = false;
  bool repeats_name = false;  // says to machines what the row's name says to people
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<double>> series;  // one value per moment or step, NaN where there is none
  std::vector<std::vector<InputShapeUse>> uses;
  std::vector<std::optional<TensorValue>> tensors;  // of some rows

  // Asked for, but this view has no such values: all vectors stay empty.
  bool not_available = false;

  Value grand_total = kAbsent;  // over all accounted rows, shown or not
};

struct Row {
  RowName name;
  // Of what KeyOf returns, what the name of the row and those above it do not tell: keys of many
  // rows would fill memory.
  std::vector<std::string> key;
  int32_t depth = 0;      // the root is 0
  int32_t parent = -1;    // row number, or -1
  bool accounted = true;  // else its own values are not part of the answer
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
  kTable,   // rows side by side, own values
  // A table whose rows are statements: the column `text` says each to a person, `severity`,
  // `command` and `saves_us` what comes with it. Its sections, named by a row's key joined by '/',
  // are tables that bear the row out.
  kFindings,
  // Its sections are the parts of a document: to be read one after the other, by a person.
  kDocument,
};

// A tree's rows name what stands in the profile or in `keeps` (RowName::Kept). An answer of the
// engine holds its profiles, so that it may outlive them; what a view returns must not.
struct Report {
  std::string view;         // of a section: its id
  std::string title;        // of a section: what stands over it
  std::string description;  // a sentence: what a row is
  Shape shape = Shape::kTree;
  std::vector<Field> selected;  // what the query asked for, in the order of their names
  std::vector<ReportColumn> columns;
  std::vector<Row> rows;
  std::shared_ptr<const void> keeps;  // names that rows point to, where the profile has them not
  std::vector<std::shared_ptr<const void>> holds;  // the profiles that it is of
  // How a row's key comes about (KeyOf). In trees and ranks an empty Row::key stands for the name
  // of the row, or, of a tree's root, for nothing.
  enum class Keys : uint8_t {
    kOwn,    // it is Row::key
    kNest,   // that of the parent and Row::key behind it
    kPaths,  // the parts of the name, which slashes part
  } keys = Keys::kOwn;
  // Print what is not recorded as 0, as tfprof's text does. Machine formats still say null.
  bool absent_as_zero = false;
  bool no_ops = false;  // the profile holds none at all
  // An accelerator was used and its times were not recorded: tfprof says so above all else.
  bool misses_accelerator_stream = false;
  int64_t hidden_rows = 0;
  std::string hidden_reason;
  // Where one table is not enough: the answer is these. One that has columns of its own is a table
  // first; its sections tell more about it.
  std::vector<Report> sections;
  std::string failed_check;  // a check that the user asked for did not hold: which, and why
  std::vector<Note> notes;
};

// Whether there is more to it than its sections.
bool HasOwnTable(const Report& report);

// The answer of an exporter.
struct FilesReport {
  struct File {
    std::string path;
    uint64_t bytes = 0;
  };
  std::vector<File> files;
  std::string banner;  // the same for people, in one line
  std::vector<Note> notes;
};

// The path parts by which a row is found in another report; unique in this one.
std::vector<std::string> KeyOf(const Report& report, size_t row);

}  // namespace profiler

#endif  // PROFILER_REPORT_REPORT_H_

// The answer of a view: typed columns, rows and notes. A Report is only data; renderers (render/)
// format it as text.
#ifndef PROFILER_REPORT_REPORT_H_
#define PROFILER_REPORT_REPORT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/input_shape_use.h"
#include "profiler/base/tensor_value.h"
#include "profiler/base/value.h"
#include "profiler/query/measures.h"
#include "profiler/report/check_result.h"
#include "profiler/report/finding.h"
#include "profiler/report/row_name.h"
#include "profiler/report/table_values.h"

namespace profiler {

enum class ColumnType : uint8_t {
  kNumber,          // uses own and total; share and share_total in ranked reports
  kReal,            // reals
  kFlag,            // uses own: 0 or 1
  kText,            // words
  kList,            // texts
  kSeries,          // series
  kInputShapeUses,  // uses
  kTensor,          // tensors
};

// The meaning of a column for a renderer, besides its type and unit.
enum class ColumnRole : uint8_t {
  kPlain,
  kPath,      // a file or a line of source
  kCommand,   // a command to type; never cut
  kBegin,     // a time; the earliest sorts first
  kPosition,  // the row's place among others
  // Of comparisons. A verdict stands first and is never left out; a change is shown with its sign,
  // and a ratio to the base as a change in percent.
  kVerdict,
  kChange,
  kRatio,
  kProbability,
  // Only in views of ops: descriptions of ops, and the number of ops (the column of runs is
  // separate).
  kShape,
  kDevices,
  kOpTypes,
  kInputShapes,
  kDefinedCount,
  kFromLeast,  // a series of which differences matter: drawn from its least value, not from zero
  kExact,      // a query's number, of unknown unit and meaning: not rounded
};

// Whether a column is shown if its table is part of a longer answer.
enum class Detail : uint8_t {
  kBrief,   // in all longer answers
  kReport,  // in `report`
  kFull,    // only in the answer of the view itself
};

struct ReportColumn {
  std::string name;                // the column's name in machine formats
  std::string select_name;         // the name for -select, if it differs
  std::optional<Measure> measure;  // the measure of the values, in trees and ranked reports
  ColumnType type = ColumnType::kNumber;
  ColumnRole role = ColumnRole::kPlain;
  Unit unit = Unit::kNone;
  std::string title;        // the header in formats for people
  std::string description;  // a sentence

  // The values: one per row, in the vectors for the column's type.
  std::vector<Value> own;    // the value of the row itself
  std::vector<Value> total;  // plus all rows below; in ranked reports plus all later rows
  // Shares of the grand total, 0..1, NaN if unknown; in ranked reports only.
  std::vector<double> share, share_total;
  std::vector<double> reals;       // NaN if unknown
  std::vector<std::string> words;  // empty if unknown, unless `keeps_empty`
  bool keeps_empty = false;
  // Formats for people leave it out, as the row's name or another column shows it.
  bool repeats_name = false;
  Detail detail = Detail::kFull;
  bool is_optional = false;  // DropEmptyColumns() may drop the column
  // Whether it measures something, where neither type nor unit say so: of a query's columns.
  std::optional<bool> is_measured;
  // A mean, an extreme, a percentile or a property: values of rows or steps do not add up to one.
  bool is_typical = false;
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<double>> series;  // one value per moment or step, NaN if there is none
  std::vector<std::vector<InputShapeUse>> uses;
  std::vector<std::optional<TensorValue>> tensors;  // nullopt for rows without a tensor

  // The column was selected, but the view has no such values; all vectors are empty.
  bool not_available = false;

  Value grand_total = kAbsent;  // the sum of all accounted rows, also of hidden rows
};

struct Row {
  RowName name;
  // The part of KeyOf() that cannot be computed from the names of the row and its ancestors.
  // Complete keys of all rows would take too much memory.
  std::vector<std::string> key;
  int32_t depth = 0;      // the root is 0
  int32_t parent = -1;    // row number, or -1
  bool accounted = true;  // false: the row's own values are not part of the answer
  // False for a step of which a part was not recorded, and for what ran outside all steps:
  // statistics over rows leave them out.
  bool is_whole = true;
  // Formats for people leave the row out. Report::folded describes these rows.
  bool is_folded = false;
};

struct Note {
  std::string id;
  Severity severity = Severity::kInfo;  // kInfo or kWarning
  std::string text;
};

enum class Shape : uint8_t {
  kTree,    // rows in depth-first order, own and total values
  kRanked,  // sorted rows, own values with shares
  kTable,   // independent rows, own values
  // `findings` instead of columns and rows. FindingsTable() (report/finding_table.h) converts
  // findings to a table.
  kFindings,
  // A document for people, who read its sections in order.
  kDocument,
};

struct FindingColumns;  // report/finding_columns.h

// The names of a tree's rows are owned by the profile or by `keeps` (RowName::Kept). An answer of
// the engine keeps its profiles alive (`holds`); the result of a view does not, so the profile must
// outlive that result.
struct Report {
  std::string view;         // the view's name; in a section the section's id
  std::string title;        // in a section the heading
  std::string description;  // the meaning of a row, as a sentence
  Shape shape = Shape::kTree;
  std::vector<std::string_view> doc;          // the sentences of the Doc block of tfprof's text
  ColumnRole name_role = ColumnRole::kPlain;  // for the rows' names
  std::vector<ReportColumn> columns;
  std::vector<Row> rows;
  std::vector<Finding> findings;
  std::vector<CheckResult> checks;                  // of `check`; the rows show the same
  const FindingColumns* finding_columns = nullptr;  // null for RuleFindingColumns()
  std::shared_ptr<const void> keeps;  // owns names of rows that the profile does not own
  std::vector<std::shared_ptr<const void>> holds;  // keeps the answer's profiles alive
  // How KeyOf() makes a row's key. In trees and ranked reports an empty Row::key means the row's
  // name, except at a tree's root, where it means no part.
  enum class Keys : uint8_t {
    kOwn,    // Row::key
    kNest,   // the parent's key, then Row::key
    kPaths,  // the parts of the name between slashes
  } keys = Keys::kOwn;
  // The rows have neither names nor keys: forms show only the columns.
  bool rows_are_unnamed = false;
  // Prints unknown values as 0, as tfprof's text does. Machine formats have null for such values.
  bool absent_as_zero = false;
  bool no_ops = false;  // the profile has no ops at all
  // Sections that found nothing have their place, as in tfprof's text.
  bool keeps_empty_sections = false;
  // An accelerator was used but its times were not recorded; tfprof's text starts with this
  // message.
  bool misses_accelerator_stream = false;
  int64_t hidden_rows = 0;
  std::string hidden_reason;
  std::string folded;  // a sentence about the folded rows, for people; empty if there are none
  // The answer in a few sentences, which come before the tables.
  std::vector<std::string> summary;
  // What the table's values are. The text is made from it where the view is asked
  // (views/notes/values_are.h).
  TableValues values;
  std::string values_are;
  // The tables of an answer that has several. If the report has columns of its own, the report is
  // the first table.
  std::vector<Report> sections;
  // The least severity of findings and requirements that fails the check of -fail_on.
  std::optional<Severity> fails_from;
  std::string failed_check;  // if a check by the user failed: the reason
  std::vector<Note> notes;
};

// The column's name for -select.
inline const std::string& SelectName(const ReportColumn& column) {
  return column.select_name.empty() ? column.name : column.select_name;
}

// The column of values per step (Statistic::kPerStep) of a number column; null if there is none.
const ReportColumn* StepSeriesOf(const Report& report, const ReportColumn& column);
// The name of that column.
std::string StepSeriesName(std::string_view column);

// False if the report consists of sections only.
bool HasOwnTable(const Report& report);

// The result of an exporter.
struct FilesReport {
  struct File {
    std::string path;
    uint64_t bytes = 0;
  };
  std::vector<File> files;
  std::string banner;  // text about the files, for people
  std::vector<Note> notes;
};

// The parts of the row's key, which is unique in the report and identifies the same row in other
// reports.
std::vector<std::string> KeyOf(const Report& report, size_t row);

}  // namespace profiler

#endif  // PROFILER_REPORT_REPORT_H_

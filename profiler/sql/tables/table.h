// A table that SQL can read. Rows are numbered from 0, and the number is the row's `id`.
#ifndef PROFILER_SQL_TABLES_TABLE_H_
#define PROFILER_SQL_TABLES_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::sql {

// A value of SQL. Text is owned by the profile.
struct Cell {
  enum class Kind : uint8_t { kNull, kInteger, kReal, kText };

  Kind kind = Kind::kNull;
  int64_t integer = 0;
  double real = 0;
  std::string_view text;

  static Cell Null() { return {}; }
  static Cell Integer(int64_t value) { return {Kind::kInteger, value, 0, {}}; }
  static Cell Real(double value) { return {Kind::kReal, 0, value, {}}; }
  static Cell Text(std::string_view text) { return {Kind::kText, 0, 0, text}; }
};

enum class CellType : uint8_t { kInteger, kReal, kText };
std::string_view SqlName(CellType type);  // "INTEGER", "REAL", "TEXT"

struct TableColumn {
  std::string name;
  CellType type = CellType::kInteger;
  std::string unit;        // "ns", "B"; "" for none
  std::string references;  // the table whose ids it holds, or ""
  std::string sentence;
  // Not part of `SELECT *`: the exact picoseconds of a time.
  bool is_hidden = false;
  std::string_view values = {};  // the words that it may hold, separated by ", "; "" for any
};

// The integers of a column in rows that follow each other, straight from memory: no call per row.
struct IntegerRun {
  size_t first = 0, size = 0;  // the rows
  // One of them has the value of each row; without both the value of all rows is `same`.
  const int64_t* wide = nullptr;
  const uint32_t* narrow = nullptr;
  int64_t same = 0;
  // A value that means null, if there is one.
  bool has_null = false;
  int64_t null = 0;
  int64_t shift = 0;         // added to each value
  bool is_in_nanos = false;  // then the sum is divided by 1000 and rounded down

  bool Has(size_t row) const { return row - first < size; }
};

// Reads cells. Sequential rows are fastest.
class TableReader {
 public:
  virtual ~TableReader() = default;
  virtual Cell At(size_t row, size_t column) = 0;
  // Finds the run that has the row. False if cells of the column are to be read by At(), this one
  // and those after it.
  virtual bool FindRun(size_t /*row*/, size_t /*column*/, IntegerRun& /*run*/) { return false; }
};

// Rows [first, last).
struct RowRange {
  size_t first = 0, last = 0;
};

// A condition on a column: its value is at least `least` and at most `most`.
struct Bounds {
  int64_t least = INT64_MIN, most = INT64_MAX;
};

class Table {
 public:
  Table(std::string name, std::string sentence)
      : name_(std::move(name)), sentence_(std::move(sentence)) {}
  virtual ~Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  const std::string& name() const { return name_; }
  const std::string& sentence() const { return sentence_; }
  // The first column is `id`.
  const std::vector<TableColumn>& columns() const { return columns_; }
  static constexpr size_t kId = 0;

  virtual size_t size() const = 0;
  virtual std::unique_ptr<TableReader> Open() const = 0;

  // The columns that rows are sorted by, the first one first, each in ascending order, with null
  // before all others.
  virtual std::vector<size_t> order() const { return {}; }
  // Whether Narrow() finds the rows of a condition on the column faster than by reading all.
  virtual bool narrows(size_t column) const;
  // The number of rows that are likely to remain, of `rows`.
  virtual double RowsLeft(size_t column, bool is_equality, double rows) const;
  // Leaves the rows whose value in the column is within bounds. `ranges` are ascending and do not
  // overlap.
  virtual void Narrow(size_t column, const Bounds& bounds, std::vector<RowRange>& ranges) const;

 protected:
  std::vector<TableColumn> columns_;

 private:
  std::string name_, sentence_;
};

// Cuts the ranges to [first, last).
void Cut(RowRange to, std::vector<RowRange>& ranges);

// The first of rows [first, last) of which `is_before` is false. `is_before` is true of rows up to
// there only.
template <typename IsBefore>
size_t FirstRow(RowRange in, const IsBefore& is_before) {
  while (in.first < in.last) {
    const size_t middle = in.first + (in.last - in.first) / 2;
    if (is_before(middle)) {
      in.first = middle + 1;
    } else {
      in.last = middle;
    }
  }
  return in.first;
}

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_TABLE_H_

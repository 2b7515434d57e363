// Tables whose rows are structs, in any container of the profile.
#ifndef PROFILER_SQL_TABLES_ROW_TABLE_H_
#define PROFILER_SQL_TABLES_ROW_TABLE_H_

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/sql/tables/row_column.h"
#include "profiler/sql/tables/table.h"
#include "profiler/store/facts.h"

namespace profiler::sql {

// The columns by which the schema says rows are sorted and that always have a value.
std::vector<size_t> SortedBy(const TableInfo& info, const std::vector<TableColumn>& columns);

// A table of the schema. Whether rows have the declared order is checked when a query first asks: a
// reader or a store file may have added them in another one.
class RowTable : public Table {
 public:
  std::vector<size_t> order() const final;

 protected:
  // Takes what the table shows; returns how to read it.
  std::vector<RowColumn> Declare(const TableInfo& info, RowColumns columns);
  using Table::Table;

 private:
  std::vector<size_t> declared_;  // SortedBy()
  mutable std::optional<std::vector<size_t>> order_;
};

// A row of a container. `Pointer` is valid until the next row is asked for.
template <typename Rows>
class RowsOfContainer {
 public:
  explicit RowsOfContainer(const Rows& rows) : rows_(rows) {}
  const void* At(size_t row) { return &Each(rows_)[row]; }

 private:
  const Rows& rows_;
};

// Packed rows are unpacked a block at a time if they are read in order, or else one by one.
template <typename IdType, typename Row>
class RowsOfContainer<PackedTable<IdType, Row>> {
 public:
  explicit RowsOfContainer(const PackedTable<IdType, Row>& rows) : rows_(rows), reader_(rows) {}
  const void* At(size_t row) {
    if (row == at_) return current_;
    const bool is_in_order = row == at_ + 1;
    at_ = row;
    if (is_in_order) return current_ = &reader_[row];
    single_ = rows_[row];
    return current_ = &single_;
  }

 private:
  const PackedTable<IdType, Row>& rows_;
  typename PackedTable<IdType, Row>::Reader reader_;
  size_t at_ = SIZE_MAX - 1;
  Row single_;
  const void* current_ = nullptr;
};

template <typename Rows>
class RowReader final : public TableReader {
 public:
  RowReader(const Rows& rows, const std::vector<RowColumn>& columns, const TablesOf& of)
      : rows_(rows), columns_(columns), of_(of) {}

  Cell At(size_t row, size_t column) override {
    if (column == Table::kId) return Cell::Integer(static_cast<int64_t>(row));
    const RowColumn& read = columns_[column - 1];
    return read.get(rows_.At(row), read, of_);
  }

 private:
  RowsOfContainer<Rows> rows_;
  const std::vector<RowColumn>& columns_;
  const TablesOf& of_;
};

// A table that the profile has in the form of the schema.
template <typename SchemaTable>
class PlainTableOf final : public RowTable {
  using Rows = std::remove_cvref_t<decltype(RowsOf(std::declval<const Profile&>(), SchemaTable()))>;

 public:
  PlainTableOf(const TableInfo& info, const TablesOf& of)
      : RowTable(std::string(info.name), std::string(info.sentence)),
        of_(of),
        rows_(RowsOf(of.profile, SchemaTable())),
        read_(Declare(info, ColumnsOfRow<typename SchemaTable::Row>(info))) {}

  size_t size() const override { return rows_.size(); }
  std::unique_ptr<TableReader> Open() const override {
    return std::make_unique<RowReader<Rows>>(rows_, read_, of_);
  }

 private:
  const TablesOf& of_;
  const Rows& rows_;
  std::vector<RowColumn> read_;
};

// A table that the profile has in another form. Its rows are made when it is first read.
template <typename SchemaTable>
class MadeTableOf final : public RowTable {
  using Rows = std::vector<typename SchemaTable::Row>;

 public:
  MadeTableOf(const TableInfo& info, const TablesOf& of)
      : RowTable(std::string(info.name), std::string(info.sentence)),
        of_(of),
        read_(Declare(info, ColumnsOfRow<typename SchemaTable::Row>(info))) {}

  size_t size() const override { return rows().size(); }
  std::unique_ptr<TableReader> Open() const override {
    return std::make_unique<RowReader<Rows>>(rows(), read_, of_);
  }

 private:
  const Rows& rows() const {
    if (rows_) return *rows_;
    rows_.emplace();
    EachRow(of_.profile, SchemaTable(), [&](const auto& row) { rows_->push_back(row); });
    return *rows_;
  }

  const TablesOf& of_;
  std::vector<RowColumn> read_;
  mutable std::optional<Rows> rows_;
};

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_ROW_TABLE_H_

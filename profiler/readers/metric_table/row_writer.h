#ifndef PROFILER_READERS_METRIC_TABLE_ROW_WRITER_H_
#define PROFILER_READERS_METRIC_TABLE_ROW_WRITER_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/metric_table/header.h"
#include "profiler/readers/metric_table/table_clock.h"
#include "profiler/store/builder.h"

namespace profiler::metric_table {

// Adds the rows of a table to series. The header may change between rows.
class RowWriter {
 public:
  RowWriter(const Place& place, ProfileBuilder& builder) : place_(place), builder_(builder) {}

  TableClock& clock() { return clock_; }
  // Must be called before the first row. `usual` is a typical time of the file, if known.
  void SetTimeZero(const std::optional<TableTime>& usual);
  // Sets the node of rows that name no node.
  void SetNode(std::string_view node) { node_ = node; }
  void SetHeader(Header header);
  const Header& header() const { return header_; }
  // Sets that all rows are of one rank, whatever its number.
  void SetOneRank() { is_of_one_rank_ = true; }
  bool HasColumns(size_t count) const { return header_.columns.size() == count; }

  // Adds a row with as many cells as the header has columns; `at` is its position in the file.
  void Write(const std::vector<std::string_view>& cells, std::string_view at);

 private:
  // The destination of a metric's values.
  struct Target {
    MetricId metric;
    DeviceId device;
    bool may_be_negative = true;
  };
  // The labels of a row, besides the time. Texts point into the row.
  struct Labels {
    std::string_view node, kind, name, dimension, unit, device, part, rank, local_rank;
    bool is_zoneless = false;
  };
  // The destination of rows with the same labels.
  struct RowPlace {
    SourceId source;
    std::vector<std::optional<Target>> of_column, of_derived;
    double scale = 1;  // for rows that name their metric
  };
  // Counts of a column's cells so far.
  struct ColumnState {
    int64_t texts = 0;  // before the first number
    bool has_numbers = false;
  };

  Labels ReadLabels(const std::vector<std::string_view>& cells) const;
  std::optional<int64_t> PlaceInTime(const TableTime& read, SourceId source);
  std::optional<TableTime> ReadTime(const std::vector<std::string_view>& cells);
  RowPlace& PlaceOf(const Labels& labels);
  SourceId SourceOf(const Labels& labels);
  Target MakeTarget(const MetricName& name, const Labels& labels);
  int64_t OrdinalOfRank(const Labels& labels) const;
  MetricName NameOfRow(const Labels& labels) const;
  Target& TargetOf(size_t column, const Labels& labels, RowPlace& place);
  void WriteValue(const Target& target, SourceId source, int64_t time, double value);
  std::optional<double> Value(size_t column, std::string_view cell, double scale,
                              std::string_view at);

  const Place place_;
  ProfileBuilder& builder_;
  TableClock clock_;
  std::string node_;
  Header header_;
  bool is_of_one_rank_ = false;
  std::vector<ColumnState> states_;
  std::vector<std::optional<double>> values_;  // of the current row
  std::optional<bool> has_wall_clock_;         // of the file
  absl::flat_hash_map<std::string, RowPlace> places_;
  std::map<std::pair<std::string, bool>, SourceId> sources_;
  std::string key_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_ROW_WRITER_H_

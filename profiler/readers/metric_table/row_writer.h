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

// Puts the rows of a table into series, the head of which may change on the way.
class RowWriter {
 public:
  RowWriter(const Place& place, ProfileBuilder& builder) : place_(place), builder_(builder) {}

  TableClock& clock() { return clock_; }
  // Before the first row: a time that is usual in the file, where one is known.
  void SetTimeZero(const std::optional<TableTime>& usual);
  // The node of rows that tell none.
  void SetNode(std::string_view node) { node_ = node; }
  void SetHeader(Header header);
  const Header& header() const { return header_; }
  bool HasColumns(size_t count) const { return header_.columns.size() == count; }

  // A row of as many cells as the header has columns; `at` is where it stands in the file.
  void Write(const std::vector<std::string_view>& cells, std::string_view at);

 private:
  // Where the values of one metric go.
  struct Target {
    MetricId metric;
    DeviceId device;
    bool may_be_negative = true;
  };
  // What a row says it is of, besides the time. Texts are of the row.
  struct Labels {
    std::string_view node, kind, name, dimension, unit, device, part;
    bool is_zoneless = false;
  };
  // Of the rows with the same labels.
  struct RowPlace {
    SourceId source;
    std::vector<std::optional<Target>> of_column, of_derived;
    double scale = 1;  // of a row that names its metric
  };
  // What a column had so far.
  struct ColumnState {
    int64_t texts = 0;  // before its first number
    bool has_numbers = false;
  };

  Labels ReadLabels(const std::vector<std::string_view>& cells) const;
  std::optional<int64_t> PlaceInTime(const TableTime& read, SourceId source);
  std::optional<TableTime> ReadTime(const std::vector<std::string_view>& cells);
  RowPlace& PlaceOf(const Labels& labels);
  SourceId SourceOf(const Labels& labels);
  Target MakeTarget(const MetricName& name, const Labels& labels);
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
  std::vector<ColumnState> states_;
  std::vector<std::optional<double>> values_;  // of the row at hand
  std::optional<bool> has_wall_clock_;         // of the file
  absl::flat_hash_map<std::string, RowPlace> places_;
  std::map<std::pair<std::string, bool>, SourceId> sources_;
  std::string key_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_ROW_WRITER_H_

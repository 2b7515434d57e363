#include "profiler/readers/metric_table/metric_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/base/byte_order_mark.h"
#include "profiler/base/status.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/metric_table/dialect.h"
#include "profiler/readers/metric_table/dmon.h"
#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/gpu_column.h"
#include "profiler/readers/metric_table/header.h"
#include "profiler/readers/metric_table/json_row.h"
#include "profiler/readers/metric_table/row_writer.h"

namespace profiler {
namespace metric_table {
namespace {

constexpr size_t kReleasedAtOnce = 4 << 20;

class Reader {
 public:
  Reader(const Input& input, Dialect dialect, ProfileBuilder& builder, ImportReport& report)
      : input_(input),
        bytes_(input.bytes()),
        dialect_(std::move(dialect)),
        place_{report, input.name(), bytes_.data()},
        rows_(place_, builder) {}

  absl::Status Run(RunContext& context) {
    size_t at = bytes_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0, released = 0;
    rows_.SetTimeZero(UsualTime(bytes_, dialect_));
    while (at < bytes_.size()) {
      const std::string_view line = TakeLine(bytes_, at);
      is_last_ = at > bytes_.size();  // without a line break it may still be in writing
      ReadLine(line);
      if (at < released + kReleasedAtOnce) continue;
      PROFILER_RETURN_IF_ERROR(context.Check());
      const size_t end = std::min(at, bytes_.size());
      input_.Release(bytes_.substr(released, end - released));
      released = end;
    }
    return absl::OkStatus();
  }

 private:
  void ReadLine(std::string_view line) {
    const bool is_empty = Trim(line).empty();
    if (dialect_.kind == Dialect::Kind::kSar) return ReadSar(line, is_empty);
    if (is_empty) return;
    switch (dialect_.kind) {
      case Dialect::Kind::kJsonLines:
        return ReadJson(line);
      case Dialect::Kind::kDool:
        return ReadDool(line);
      case Dialect::Kind::kSadf:
        return ReadSadf(line);
      case Dialect::Kind::kDmon:
        return ReadDmon(line);
      default:
        return ReadPlain(line);
    }
  }

  void ReadPlain(std::string_view line) {
    if (head_.empty()) {
      head_ = line;
      if (!splitter_.Split(line, dialect_.delimiter)) return Bad(line);
      SetPlainHeader(splitter_.fields(), line);
      if (IsOfOneRank(line)) rows_.SetOneRank();
      return;
    }
    if (line != head_) WriteRow(line);  // a restarted recorder repeats its header
  }

  void ReadJson(std::string_view line) {
    if (!json_.Parse(line)) {
      return place_.Count(is_last_ ? ImportProblem::kUnfinishedLine : ImportProblem::kBadJsonLine,
                          line);
    }
    if (keys_.size() != json_.keys().size() ||
        !std::equal(keys_.begin(), keys_.end(), json_.keys().begin())) {
      keys_.assign(json_.keys().begin(), json_.keys().end());
      SetHeader(json_.keys(), false);
    }
    rows_.Write(json_.cells(), line);
  }

  // "Host:","vm",,,,"User:" and "Cmdline:",...,"Date:","22 Nov 2026 02:34:17 UTC"; then the
  // headings, the names, and rows.
  void ReadDool(std::string_view line) {
    const bool is_quoted = Trim(line).starts_with('"');
    if (!is_quoted) return WriteRow(line);
    if (!splitter_.Split(line, dialect_.delimiter)) return Bad(line);
    const std::vector<std::string_view>& fields = splitter_.fields();
    const bool is_about = fields.size() == 1 || fields[0].ends_with(':');
    for (size_t i = 0; i + 1 < fields.size(); ++i) {
      if (fields[i] == "Host:") rows_.SetNode(fields[i + 1]);
      if (fields[i] == "Date:") rows_.clock().SetStart(fields[i + 1]);
    }
    if (is_about && fields[0] != "time" && fields[0] != "epoch") {
      groups_.clear();
    } else if (groups_.empty()) {
      groups_.assign(fields.begin(), fields.end());
    } else {
      std::vector<ColumnText> columns;
      std::string_view group;
      for (size_t i = 0; i < fields.size(); ++i) {
        if (i < groups_.size() && !groups_[i].empty()) group = groups_[i];
        columns.push_back({fields[i], group});
      }
      rows_.SetHeader(MakeHeader(columns, false));
      groups_.clear();
    }
  }

  void ReadSadf(std::string_view line) {
    if (line.find("LINUX-RESTART") != line.npos) return;
    if (!line.starts_with('#')) return WriteRow(line);
    if (!splitter_.Split(line.substr(1), dialect_.delimiter)) return Bad(line);
    SetHeader(splitter_.fields(), true);
  }

  void ReadDmon(std::string_view line) {
    if (!Trim(line).starts_with('#')) return WriteRow(line);
    if (dmon_.ReadLine(line)) rows_.SetHeader(dmon_.MakeRowHeader());
  }

  // "Linux 6.18 (vm)   11/22/26   _x86_64_   (2 CPU)"; then headers and rows, which begin with a
  // time.
  void ReadSar(std::string_view line, bool is_empty) {
    if (is_empty) {
      is_head_next_ = true;
      return;
    }
    if (line.find(" RESTART") != line.npos || line.starts_with("Average:")) return;
    if (line.starts_with("Linux ")) return ReadSarStart(line);
    splitter_.Split(line, dialect_.delimiter);
    std::vector<std::string_view> fields = splitter_.fields();
    JoinHalfOfDay(line, fields);
    if (is_head_next_) {
      is_head_next_ = false;
      fields[0] = "time";
      return SetHeader(fields, true);
    }
    WriteFields(fields, line);
  }

  void ReadSarStart(std::string_view line) {
    splitter_.Split(line, dialect_.delimiter);
    bool has_day = false;
    for (const std::string_view field : splitter_.fields()) {
      if (field.starts_with('(') && field.ends_with(')')) {
        rows_.SetNode(field.substr(1, field.size() - 2));
      }
      has_day = has_day || rows_.clock().SetDay(field);
    }
    if (!has_day) Bad(line);
  }

  // Joins "02:30:58" and "AM" to one cell.
  static void JoinHalfOfDay(std::string_view line, std::vector<std::string_view>& fields) {
    if (fields.size() < 2 || (fields[1] != "AM" && fields[1] != "PM")) return;
    const char* const begin = fields[0].data();
    fields[0] = line.substr(static_cast<size_t>(begin - line.data()),
                            static_cast<size_t>(fields[1].data() + fields[1].size() - begin));
    fields.erase(fields.begin() + 1);
  }

  void SetHeader(const std::vector<std::string_view>& names, bool numbers_devices) {
    std::vector<ColumnText> columns;
    columns.reserve(names.size());
    for (const std::string_view name : names) columns.push_back({name});
    rows_.SetHeader(MakeHeader(columns, numbers_devices));
  }

  // The first rows tell whether a column "gpu" has the GPU's number or its use.
  void SetPlainHeader(const std::vector<std::string_view>& names, std::string_view line) {
    std::vector<ColumnText> columns;
    columns.reserve(names.size());
    for (const std::string_view name : names) columns.push_back({name});
    if (GpuColumn gpu(columns); gpu.exists()) {
      ForEachFirstRow(line, columns.size(), [&](const std::vector<std::string_view>& cells) {
        gpu.Add(cells);
        return true;
      });
      columns[gpu.column()].numbers_gpus = gpu.HasNumbers();
    }
    rows_.SetHeader(MakeHeader(columns, false));
  }

  // Calls take(cells) with the first whole rows after the header until it returns false.
  template <typename Take>
  void ForEachFirstRow(std::string_view header, size_t columns, const Take& take) const {
    constexpr size_t kMostRead = 1 << 20;
    const auto first = static_cast<size_t>(header.data() + header.size() - bytes_.data());
    const std::string_view rows = bytes_.substr(first, kMostRead);
    FieldSplitter splitter;
    for (size_t at = 0; at < rows.size();) {
      const std::string_view row = TakeLine(rows, at);
      if (row == header || !splitter.Split(row, dialect_.delimiter)) continue;
      if (splitter.fields().size() != columns || at > rows.size()) continue;
      if (!take(splitter.fields())) return;
    }
  }

  // Whether the first rows after the header name one rank.
  bool IsOfOneRank(std::string_view header) const {
    const std::vector<Column>& columns = rows_.header().columns;
    const auto rank = std::find_if(columns.begin(), columns.end(), [](const Column& column) {
      return column.role == ColumnRole::kRank;
    });
    if (rank == columns.end()) return false;
    const auto index = static_cast<size_t>(rank - columns.begin());
    std::string only;
    bool is_one = true;
    ForEachFirstRow(header, columns.size(), [&](const std::vector<std::string_view>& cells) {
      if (only.empty()) only = cells[index];
      is_one = cells[index].empty() || cells[index] == only;
      return is_one;
    });
    return is_one;
  }

  void WriteRow(std::string_view line) {
    if (!splitter_.Split(line, dialect_.delimiter)) return Bad(line);
    WriteFields(splitter_.fields(), line);
  }

  void WriteFields(const std::vector<std::string_view>& fields, std::string_view line) {
    if (!rows_.HasColumns(fields.size()) || !rows_.header().has_time) return Bad(line);
    rows_.Write(fields, line);
  }

  void Bad(std::string_view line) {
    place_.Count(is_last_ ? ImportProblem::kUnfinishedLine : ImportProblem::kBadRow, line, line);
  }

  const Input& input_;
  const std::string_view bytes_;
  const Dialect dialect_;
  const Place place_;
  RowWriter rows_;
  FieldSplitter splitter_;
  JsonRowParser json_;
  DmonHeader dmon_;
  std::vector<std::string> keys_;    // of the previous JSON row
  std::vector<std::string> groups_;  // dool's headings, until the names are read
  std::string_view head_;
  bool is_last_ = false, is_head_next_ = false;
};

absl::Status ReadTable(const Input& input, ProfileBuilder& builder, ImportReport& report,
                       RunContext& context) {
  Dialect dialect = FindDialect(input.bytes());
  if (dialect.kind == Dialect::Kind::kNone) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is no table of metrics: {}", input.name(), dialect.why_not));
  }
  return Reader(input, std::move(dialect), builder, report).Run(context);
}

int SniffTable(std::string_view bytes) { return FindDialect(bytes).score; }

}  // namespace
}  // namespace metric_table

std::string WhyNoMetricTable(std::string_view bytes) {
  return metric_table::FindDialect(bytes).why_not;
}

constinit const Format kMetricTableFormat = {
    .name = "metric_table",
    .description = "a table of metrics over time (CSV, JSON lines; of nvidia-smi, dool, sar)",
    .sniff = metric_table::SniffTable,
    .read = metric_table::ReadTable,
    .capabilities = {.is_beside_profile = true},
    .is_of_samples = true,
};

}  // namespace profiler

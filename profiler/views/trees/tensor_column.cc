#include "profiler/views/trees/tensor_column.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/views/trees/columns.h"

namespace profiler {
namespace {

// Counts rows and keeps the text of the first row.
struct Tally {
  int64_t count = 0;
  std::string first;

  void Add(std::string_view text) {
    if (count++ == 0) first = text;
  }
};

void AddNotes(const Tally& missing, const Tally& unreadable, Report& report) {
  if (missing.count > 0) {
    report.notes.push_back(
        {"not_in_checkpoint", Severity::kInfo,
         fmt::format("{} of the rows shown {} not in the checkpoint and {} no tensor value; the "
                     "first: {}",
                     missing.count, missing.count == 1 ? "is" : "are",
                     missing.count == 1 ? "has" : "have", missing.first)});
  }
  if (unreadable.count > 0) {
    report.notes.push_back(
        {"tensor_value_unreadable", Severity::kWarning,
         fmt::format("{} tensor value{} could not be read; the first: {}", unreadable.count,
                     unreadable.count == 1 ? "" : "s", unreadable.first)});
  }
}

ReportColumn TensorColumn() {
  ReportColumn column;
  column.name = kTensorValueColumn;
  column.type = ColumnType::kTensor;
  column.description =
      "tensor_value: The values of the checkpoint's variable of this name, in row-major order.";
  return column;
}

}  // namespace

std::vector<ReportColumn> OpTreeColumns() {
  std::vector<ReportColumn> columns = TreeColumns(ColumnOrder::kCountsFirst);
  columns.push_back(TensorColumn());
  return columns;
}

absl::Status AddTensorColumn(const Profile& profile, const Query& query, const RunContext& context,
                             Report& report) {
  if (!query.Selects(kTensorValueColumn)) return absl::OkStatus();
  if (profile.tensor_values == nullptr) {
    report.notes.push_back({"no_checkpoint", Severity::kInfo,
                            "tensor_value shows values of a checkpoint; --checkpoint_path names "
                            "one"});
    return absl::OkStatus();
  }
  ReportColumn column = TensorColumn();
  column.tensors.resize(report.rows.size());
  Tally missing, unreadable;
  for (size_t row = 1; row < report.rows.size(); ++row) {  // skips the root, which is no variable
    PROFILER_RETURN_IF_ERROR(context.Check());
    const std::string_view name = report.rows[row].name;
    absl::StatusOr<TensorValue> value = profile.tensor_values->Read(name, kMaxReportedTensorValues);
    if (value.ok()) {
      column.tensors[row] = *std::move(value);
    } else if (absl::IsNotFound(value.status())) {
      missing.Add(name);
    } else {
      unreadable.Add(Message(value.status()));
    }
  }
  report.columns.push_back(std::move(column));
  AddNotes(missing, unreadable, report);
  return absl::OkStatus();
}

void NoteNoTensorColumn(const Query& query, Report& report) {
  if (!query.Selects(kTensorValueColumn)) return;
  report.notes.push_back({"no_tensor_value", Severity::kInfo,
                          fmt::format("{} view has no tensor value to show", report.view)});
}

}  // namespace profiler

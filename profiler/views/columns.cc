#include "profiler/views/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "profiler/base/output_text.h"
#include "profiler/views/run_rules.h"

namespace profiler {
namespace {

using enum Field;

ReportColumn FromField(Field field, ColumnType type) {
  const FieldInfo& info = Info(field);
  ReportColumn column;
  column.name = info.name;
  column.field = field;
  column.type = type;
  column.unit = info.unit;
  column.title = info.title;
  column.description = info.description;
  return column;
}

void AddBytes(const Query& query, std::vector<ReportColumn>& columns) {
  for (Field field : {kBytes, kPeakBytes, kResidualBytes, kOutputBytes}) {
    if (query.Selects(field)) columns.push_back(FromField(field, ColumnType::kNumber));
  }
}

void AddTimes(const Query& query, std::vector<ReportColumn>& columns) {
  for (Field field : {kMicros, kAcceleratorMicros, kCpuMicros}) {
    if (query.Selects(kMicros) || query.Selects(field)) {
      columns.push_back(FromField(field, ColumnType::kNumber));
    }
  }
}

void AddCounts(const Query& query, ColumnOrder order, std::vector<ReportColumn>& columns) {
  if (query.Selects(kParams)) {
    columns.push_back(FromField(kParams, ColumnType::kNumber));
    if (order == ColumnOrder::kCountsFirst) {
      ReportColumn shape = FromField(kParams, ColumnType::kList);
      shape.name = "shape";
      shape.unit = Unit::kNone;
      shape.title.clear();
      shape.description = "shape: The variable's shape, by dimension.";
      columns.push_back(std::move(shape));
    }
  }
  if (query.Selects(kFloatOps)) columns.push_back(FromField(kFloatOps, ColumnType::kNumber));
}

void AddOccurrence(const Query& query, ColumnOrder order, std::vector<ReportColumn>& columns) {
  if (!query.Selects(kOccurrence)) return;
  ReportColumn runs = FromField(kOccurrence, ColumnType::kNumber);
  runs.name = "run_count";
  runs.description = "run_count: How often its ops ran.";
  if (order == ColumnOrder::kCountsFirst) runs.title = "op count (run|defined)";
  ReportColumn defined = FromField(kOccurrence, ColumnType::kNumber);
  defined.name = "defined_count";
  defined.description = "defined_count: How many ops it stands for.";
  defined.title.clear();
  columns.push_back(std::move(runs));
  columns.push_back(std::move(defined));
}

}  // namespace

std::vector<ReportColumn> MakeColumns(const Query& query, ColumnOrder order) {
  std::vector<ReportColumn> columns;
  if (order == ColumnOrder::kCountsFirst) AddCounts(query, order, columns);
  AddBytes(query, columns);
  AddTimes(query, columns);
  if (order == ColumnOrder::kBytesFirst) AddCounts(query, order, columns);
  if (query.Selects(kDevice)) columns.push_back(FromField(kDevice, ColumnType::kList));
  if (query.Selects(kOpTypes)) columns.push_back(FromField(kOpTypes, ColumnType::kList));
  AddOccurrence(query, order, columns);
  if (query.Selects(kInputShapes)) columns.push_back(FromField(kInputShapes, ColumnType::kList));
  return columns;
}

std::vector<Field> SelectedByName(const Query& query) {
  std::vector<Field> fields(query.select.begin(), query.select.end());
  std::sort(fields.begin(), fields.end(),
            [](Field a, Field b) { return Info(a).name < Info(b).name; });
  return fields;
}

Value ValueOf(const ReportColumn& column, const Values& values) {
  if (column.name == "defined_count") return values.defined;
  return values[static_cast<Measure>(*column.field)];
}

InputShapes::InputShapes(const Profile& profile, const Quirks& quirks)
    : profile_(profile),
      first_output_(quirks.Has(Quirk::kFirstOutputShape) && HasTensorFlowRun(profile)) {}

template <typename Begin>
void InputShapes::Append(OpId op, Begin begin, std::string& out) const {
  // Where nothing tells who makes the inputs, the shapes that they had.
  if (const StringId recorded = profile_.ops.row[op].input_shapes; recorded.valid()) {
    std::string_view left = profile_.strings[recorded];
    while (!left.empty() && profile_.ops.inputs[op].empty()) {
      const std::string_view shape = left.substr(0, left.find(','));
      begin();
      out += shape;
      left.remove_prefix(std::min(left.size(), shape.size() + 1));
    }
  }
  for (const OpInput& input : profile_.ops.inputs[op]) {
    if (input.control && !first_output_) continue;  // nothing flows there
    begin();
    AppendInteger(input.slot, out);
    out += ':';
    AppendShape(input, out);
  }
}

void InputShapes::AppendShape(const OpInput& input, std::string& out) const {
  const int32_t output = first_output_ ? 0 : input.output;
  const OpOutputShape* known = nullptr;
  for (const OpOutputShape& shape : profile_.ops.output_shapes[input.producer]) {
    if (shape.slot == output && shape.count > 0) known = &shape;
  }
  if (known == nullptr) {
    out += "unknown";
    return;
  }
  // No tensor has more dimensions; a corrupt shape must not fill pages for each consumer.
  constexpr uint32_t kMostDims = 254;
  for (uint32_t dim = 0; dim < std::min(known->count, kMostDims); ++dim) {
    if (dim > 0) out += 'x';
    AppendInteger(profile_.ops.dims[known->first + dim], out);
  }
  if (known->count > kMostDims) out += "x...";
}

std::vector<std::string> InputShapes::Of(OpId op) const {
  std::vector<std::string> shapes;
  std::string text;
  std::vector<size_t> begins;
  Append(op, [&] { begins.push_back(text.size()); }, text);
  begins.push_back(text.size());
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    shapes.push_back(text.substr(begins[i], begins[i + 1] - begins[i]));
  }
  return shapes;
}

void InputShapes::AppendJoined(OpId op, std::string_view separator, std::string& out) const {
  bool is_first = true;
  const auto begin = [&] {
    if (!is_first) out += separator;
    is_first = false;
  };
  Append(op, begin, out);
}

std::vector<std::string> OpTypes(const Profile& profile, OpId op) {
  std::set<std::string> types;
  for (StringId type : profile.ops.types[op]) types.emplace(profile.strings[type]);
  return {types.begin(), types.end()};
}

}  // namespace profiler

#include "profiler/render/pretty/same_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "profiler/render/column_text.h"
#include "profiler/render/display.h"

namespace profiler {
namespace {

constexpr size_t kLongestValue = 30;

template <typename Item>
bool AllSame(const std::vector<Item>& items) {
  return std::all_of(items.begin(), items.end(),
                     [&](const Item& item) { return item == items.front(); });
}

std::optional<SameValue> Unless(bool has_values) {
  if (has_values) return std::nullopt;
  return SameValue{SameValue::Kind::kUnknown, ""};
}

std::optional<SameValue> SameNumber(const Report& report, const ReportColumn& column) {
  const bool is_tree = report.shape == Shape::kTree;
  Value value = is_tree ? column.total.front() : column.own.front();
  for (size_t row = 0; row < column.own.size(); ++row) {
    const bool is_other = (report.rows[row].accounted && column.own[row] != value) ||
                          (is_tree && column.total[row] != value);
    if (is_other) return std::nullopt;
  }
  if (value == kAbsent) return Unless(false);
  if (value == 0 && column.type == ColumnType::kNumber) {
    return SameValue{SameValue::Kind::kZero, ""};
  }
  return SameValue{SameValue::Kind::kOther, ColumnText(report, column)(0)};
}

std::optional<SameValue> SameReal(const Report& report, const ReportColumn& column) {
  const std::vector<double>& reals = column.reals;
  if (std::all_of(reals.begin(), reals.end(), [](double v) { return !std::isfinite(v); })) {
    return Unless(false);
  }
  if (!AllSame(reals)) return std::nullopt;
  if (reals.front() == 0) return SameValue{SameValue::Kind::kZero, ""};
  return SameValue{SameValue::Kind::kOther, ColumnText(report, column)(0)};
}

std::optional<SameValue> SameText(std::string text) {
  if (text.empty()) return Unless(false);
  return SameValue{SameValue::Kind::kOther, std::move(text)};
}

}  // namespace

std::optional<SameValue> SameValueOf(const Report& report, const ReportColumn& column) {
  if (report.rows.size() < 2 || column.not_available) return std::nullopt;
  const auto none_is_filled = [](const auto& items) {
    return std::none_of(items.begin(), items.end(), [](const auto& item) { return !item.empty(); });
  };
  switch (column.type) {
    case ColumnType::kNumber:
    case ColumnType::kFlag:
      return SameNumber(report, column);
    case ColumnType::kReal:
      return SameReal(report, column);
    case ColumnType::kText:
      return AllSame(column.words) ? SameText(column.words.front()) : std::nullopt;
    case ColumnType::kList:
      if (!AllSame(column.texts)) return std::nullopt;
      return SameText(fmt::format("{}", fmt::join(column.texts.front(), ", ")));
    case ColumnType::kSeries:
      return Unless(!none_is_filled(column.series));
    case ColumnType::kInputShapeUses:
      return Unless(!none_is_filled(column.uses));
    case ColumnType::kTensor:
      return Unless(std::any_of(column.tensors.begin(), column.tensors.end(),
                                [](const auto& tensor) { return tensor.has_value(); }));
  }
  return std::nullopt;
}

bool HaveEqualValues(const Report& report, const ReportColumn& a, const ReportColumn& b) {
  const bool are_alike = a.type == ColumnType::kNumber && b.type == ColumnType::kNumber &&
                         a.unit == b.unit && report.rows.size() > 1;
  return are_alike && a.own == b.own && (report.shape != Shape::kTree || a.total == b.total);
}

void LeftOutColumns::AddEqual(const std::string& title, const std::string& shown) {
  equal_.push_back(fmt::format("{} is {} in all rows", title, shown));
}

void LeftOutColumns::Add(const std::string& title, const SameValue& value) {
  switch (value.kind) {
    case SameValue::Kind::kUnknown:
      unknown_.push_back(title);
      return;
    case SameValue::Kind::kZero:
      zero_.push_back(title);
      return;
    case SameValue::Kind::kOther:
      other_.push_back(fmt::format(
          "{} ({})", title,
          CutMiddle(Printable(value.text, /*unicode=*/true), kLongestValue, /*unicode=*/true)));
      return;
  }
}

std::string LeftOutColumns::Text() const {
  std::vector<std::string> parts = other_;
  if (!zero_.empty()) parts.push_back(fmt::format("{} (0)", fmt::join(zero_, ", ")));
  if (!unknown_.empty()) parts.push_back(fmt::format("{} (unknown)", fmt::join(unknown_, ", ")));
  std::vector<std::string> sentences = equal_;
  if (!parts.empty()) {
    sentences.push_back(fmt::format("the same in all rows: {}", fmt::join(parts, "; ")));
  }
  return fmt::format("{}", fmt::join(sentences, "; "));
}

}  // namespace profiler

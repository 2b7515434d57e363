#include "profiler/sql/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "profiler/base/output_text.h"

namespace profiler::sql {
namespace {

std::string RealText(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

std::string IntegerText(Value value) {
  std::string text;
  if (value != kAbsent) AppendInteger(value, text);
  return text;
}

// A blob as SQL writes it.
std::string BlobText(const void* bytes, int size) {
  std::string text = "X'";
  const auto* const at = static_cast<const unsigned char*>(bytes);
  for (int i = 0; i < size; ++i) text += fmt::format("{:02X}", at[i]);
  return text + '\'';
}

}  // namespace

void AnswerColumn::BecomeReal() {
  type_ = ColumnType::kReal;
  reals_.reserve(numbers_.size() + 1);
  for (const Value value : numbers_) {
    reals_.push_back(value == kAbsent ? kAbsentReal : static_cast<double>(value));
  }
  numbers_ = {};
}

void AnswerColumn::BecomeText() {
  for (const Value value : numbers_) texts_.push_back(IntegerText(value));
  for (const double value : reals_) texts_.push_back(RealText(value));
  type_ = ColumnType::kText;
  numbers_ = {};
  reals_ = {};
}

size_t AnswerColumn::Add(sqlite3_stmt* statement, int column) {
  const int type = sqlite3_column_type(statement, column);
  has_null_ |= type == SQLITE_NULL;
  if (type == SQLITE_FLOAT && type_ == ColumnType::kNumber) BecomeReal();
  const bool is_text = type == SQLITE_TEXT || type == SQLITE_BLOB;
  if (is_text && type_ != ColumnType::kText) BecomeText();
  switch (type_) {
    case ColumnType::kNumber:
      numbers_.push_back(type == SQLITE_NULL ? kAbsent
                                             : Value{sqlite3_column_int64(statement, column)});
      return sizeof(Value);
    case ColumnType::kReal:
      reals_.push_back(type == SQLITE_NULL ? kAbsentReal
                                           : sqlite3_column_double(statement, column));
      return sizeof(double);
    default:
      break;
  }
  if (type == SQLITE_BLOB) {
    const void* const bytes = sqlite3_column_blob(statement, column);
    texts_.push_back(BlobText(bytes, sqlite3_column_bytes(statement, column)));
  } else if (type == SQLITE_FLOAT) {
    texts_.push_back(RealText(sqlite3_column_double(statement, column)));
  } else if (type == SQLITE_NULL) {
    texts_.emplace_back();
  } else {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    texts_.emplace_back(
        text == nullptr
            ? std::string_view()
            : std::string_view(text, static_cast<size_t>(sqlite3_column_bytes(statement, column))));
    has_empty_ |= texts_.back().empty();
  }
  return sizeof(std::string) + texts_.back().size();
}

ReportColumn AnswerColumn::Finish() && {
  ReportColumn column;
  column.name = name_;
  column.title = name_;
  column.type = type_;
  if (type_ == ColumnType::kReal) column.role = ColumnRole::kExact;
  column.own = std::move(numbers_);
  column.reals = std::move(reals_);
  column.words = std::move(texts_);
  column.keeps_empty = has_empty_ && !has_null_;
  return column;
}

std::vector<std::string> ColumnNames(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  const int count = sqlite3_column_count(statement);
  const auto is_used = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (int i = 0; i < count; ++i) {
    const char* const given = sqlite3_column_name(statement, i);
    const std::string name = given == nullptr || *given == 0 ? "column" : given;
    std::string unique = name;
    for (int number = 2; is_used(unique); ++number) unique = fmt::format("{}_{}", name, number);
    names.push_back(std::move(unique));
  }
  return names;
}

}  // namespace profiler::sql

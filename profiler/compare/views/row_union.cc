#include "profiler/compare/views/row_union.h"

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/compare/row_pairs.h"
#include "profiler/compare/samples/row_ids.h"

namespace profiler {
namespace {

// The rows of a report below each row, the first item for rows without a parent.
class RowsBelow {
 public:
  explicit RowsBelow(const Report& report) : start_(report.rows.size() + 2) {
    for (const auto& row : report.rows) ++start_[static_cast<size_t>(int64_t{row.parent} + 1) + 1];
    for (size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    rows_.resize(report.rows.size());
    std::vector<size_t> at(start_.begin(), start_.end() - 1);
    for (size_t i = 0; i < report.rows.size(); ++i) {
      rows_[at[static_cast<size_t>(int64_t{report.rows[i].parent} + 1)]++] = i;
    }
  }

  // Of the row; without one, of the top.
  std::pair<const size_t*, const size_t*> Of(std::optional<size_t> row) const {
    const size_t at = row ? *row + 1 : 0;
    return {rows_.data() + start_[at], rows_.data() + start_[at + 1]};
  }

 private:
  std::vector<size_t> start_, rows_;
};

// The part of the name that the row above does not have.
std::string_view OwnName(const Report& report, size_t row) {
  const auto& of = report.rows[row];
  std::string_view name = of.name;
  if (report.keys != Report::Keys::kPaths || of.parent < 0) return name;
  const std::string_view above = report.rows[static_cast<size_t>(of.parent)].name;
  const bool is_below =
      name.size() > above.size() + 1 && name.starts_with(above) && name[above.size()] == '/';
  return is_below ? name.substr(above.size() + 1) : name;
}

// Identifies a row among those with the same parent.
RowId OwnId(const Report& report, size_t row) {
  const auto& of = report.rows[row];
  if (report.keys == Report::Keys::kPaths) return RowId().Below(OwnName(report, row));
  RowId id;
  for (const std::string& part : of.key) id = id.Below(part);
  return of.key.empty() ? id.Below(of.name) : id;
}

// Where the number of a line stands in the name of a line of code or of a Python function, as in
// "train.py:42:step" and "train.py(42): step"; without digits if it has none.
struct LineNumber {
  size_t begin = 0, end = 0;

  bool is_there() const { return end > begin; }
};
LineNumber LineNumberIn(std::string_view name) {
  for (size_t at = name.find_first_of(":("); at != name.npos;
       at = name.find_first_of(":(", at + 1)) {
    const size_t end = name.find_first_not_of("0123456789", at + 1);
    if (at == 0 || end == at + 1) continue;
    const bool is_end = end == name.npos;
    const bool is_line = name[at] == ':' ? is_end || name[end] == ':'
                                         : !is_end && name.substr(end).starts_with("):");
    if (is_line) return {at + 1, is_end ? name.size() : end};
  }
  return {};
}

// The same line or function of another version of the file: its path and function. Empty if the
// name is of no line.
std::string LineStem(std::string_view name) {
  const LineNumber number = LineNumberIn(name);
  if (!number.is_there()) return "";
  return std::string(name.substr(0, number.begin)).append(name.substr(number.end));
}

bool IsLineOfTree(const Report& report, std::string_view name) {
  return report.shape == Shape::kTree && LineNumberIn(name).is_there();
}

// Whether the name may be that of another row in another build, or in another version of a file.
bool MayBeRenamed(const Report& report, std::string_view name) {
  return IsNumbered(name) || IsLineOfTree(report, name);
}

// Numbers follow the program, and so do those of lines. Lines come first: an order must be one of
// all rows.
bool IsBeforeByNumber(const Report& report, size_t a, size_t b) {
  const std::string_view left = report.rows[a].name, right = report.rows[b].name;
  const LineNumber in_left = LineNumberIn(left), in_right = LineNumberIn(right);
  const bool has_lines = report.shape == Shape::kTree;
  if (has_lines && in_left.is_there() != in_right.is_there()) return in_left.is_there();
  if (!has_lines || !in_left.is_there()) return IsNumberedBefore(left, right);
  return IsNumberedBefore(left.substr(in_left.begin, in_left.end - in_left.begin),
                          right.substr(in_right.begin, in_right.end - in_right.begin));
}

std::string TypeOf(const Report& report, size_t row) {
  if (report.keys == Report::Keys::kPaths) return "";
  return TypeByKey(report.rows[row].key, report.rows[row].name);
}

// Rows with the same parent; in the first item of a pair they begin, in the second they end.
using RowRange = std::pair<const size_t*, const size_t*>;

// Names that another row may have in another build, and that one row has on a side: the key of a
// row that shares its name says which it is.
class NumberedNames {
 public:
  void Add(const Report& report, RowRange rows) {
    absl::flat_hash_set<std::string_view> of_side;
    for (const size_t* row = rows.first; row != rows.second; ++row) {
      const std::string_view name = report.rows[*row].name;
      if (MayBeRenamed(report, name) && !of_side.insert(name).second) shared_.insert(name);
    }
  }
  bool MayBeAnother(const Report& report, std::string_view name) const {
    return MayBeRenamed(report, name) && !shared_.contains(name);
  }

 private:
  absl::flat_hash_set<std::string_view> shared_;
};

class Uniter {
 public:
  Uniter(const Report& base, const Report& next, bool pairs_renamed, const RowTime& time)
      : base_(base),
        next_(next),
        pairs_renamed_(pairs_renamed),
        time_(time),
        below_base_(base),
        below_next_(next) {}

  // Breadth first, so a chain of a million rows needs no stack.
  std::vector<UnitedRow> Run() && {
    AddBelow(-1, {});
    for (size_t i = 0; i < rows_.size(); ++i) AddBelow(static_cast<int32_t>(i), rows_[i]);
    return std::move(rows_);
  }

 private:
  void AddBelow(int32_t parent, UnitedRow above) {
    const bool is_top = parent < 0;
    const RowRange none = {nullptr, nullptr};
    const RowRange base = is_top || above.base ? below_base_.Of(above.base) : none;
    const RowRange next = is_top || above.next ? below_next_.Of(above.next) : none;
    if (base.first == base.second && next.first == next.second) return;
    // In a tree of paths the place says which row it is.
    const bool has_numbers = pairs_renamed_ && next_.keys != Report::Keys::kPaths;
    NumberedNames numbered;
    if (has_numbers) numbered.Add(base_, base), numbered.Add(next_, next);
    absl::flat_hash_map<RowId, size_t> base_of;
    for (const size_t* row = base.first; row != base.second; ++row) {
      base_of.try_emplace(OwnId(base_, *row), *row);
    }
    const size_t first = rows_.size();
    std::vector<size_t> new_left;  // indexes in rows_
    absl::flat_hash_map<size_t, size_t> left_base;
    for (const size_t* row = next.first; row != next.second; ++row) {
      const auto same = base_of.find(OwnId(next_, *row));
      UnitedRow united{std::nullopt, *row, parent, false};
      const bool may_be_another =
          has_numbers && numbered.MayBeAnother(next_, next_.rows[*row].name);
      if (same == base_of.end() || may_be_another) {
        new_left.push_back(rows_.size());
      } else {
        united.base = same->second;
        base_of.erase(same);
      }
      rows_.push_back(united);
    }
    std::vector<size_t> base_left;
    for (size_t i = first; i < rows_.size(); ++i) {
      if (rows_[i].base) left_base.try_emplace(*rows_[i].base, i);
    }
    for (const size_t* row = base.first; row != base.second; ++row) {
      if (!left_base.contains(*row)) base_left.push_back(*row);
    }
    if (pairs_renamed_ && !new_left.empty() && !base_left.empty()) PairLeft(new_left, base_left);
    for (const size_t row : base_left) rows_.push_back({row, std::nullopt, parent, false});
  }

  // Pairs what is left by stems, and takes what was paired out of `base_left`. Numbers follow the
  // program, while rows may be sorted by time, and then slower rows would pair with others.
  void PairLeft(std::vector<size_t> new_left, std::vector<size_t>& base_left) {
    std::deque<std::string> types;  // rows refer to them
    const auto row_of = [&](const Report& report, size_t row) {
      const std::string_view name = OwnName(report, row);
      if (IsLineOfTree(report, name)) {
        PairedRow line{name, {}, time_(report, row), LineStem(name)};
        line.is_line = true;
        return line;
      }
      return PairedRow{name, types.emplace_back(TypeOf(report, row)), time_(report, row)};
    };
    std::stable_sort(new_left.begin(), new_left.end(), [&](size_t a, size_t b) {
      return IsBeforeByNumber(next_, *rows_[a].next, *rows_[b].next);
    });
    std::vector<size_t> base_order = base_left;
    std::stable_sort(base_order.begin(), base_order.end(),
                     [&](size_t a, size_t b) { return IsBeforeByNumber(base_, a, b); });
    std::vector<PairedRow> base_rows, new_rows;
    for (const size_t row : base_order) base_rows.push_back(row_of(base_, row));
    for (const size_t united : new_left) new_rows.push_back(row_of(next_, *rows_[united].next));
    absl::flat_hash_set<size_t> paired;
    for (const RowPair& pair : PairRows(base_rows, new_rows)) {
      if (!pair.base || !pair.next) continue;
      UnitedRow& united = rows_[new_left[*pair.next]];
      united.base = base_order[*pair.base];
      united.is_renamed = pair.is_renamed;
      paired.insert(*united.base);
    }
    std::erase_if(base_left, [&](size_t row) { return paired.contains(row); });
  }

  const Report& base_;
  const Report& next_;
  const bool pairs_renamed_;
  const RowTime& time_;
  const RowsBelow below_base_, below_next_;
  std::vector<UnitedRow> rows_;
};

}  // namespace

std::vector<UnitedRow> UniteRows(const Report& base, const Report& next, bool pairs_renamed,
                                 const RowTime& time) {
  return Uniter(base, next, pairs_renamed, time).Run();
}

}  // namespace profiler

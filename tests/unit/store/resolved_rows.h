// Rows of any table as texts with ids resolved to what they refer to, so that rows of profiles with
// different numbering compare.
#ifndef TESTS_UNIT_STORE_RESOLVED_ROWS_H_
#define TESTS_UNIT_STORE_RESOLVED_ROWS_H_

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "profiler/store/facts.h"
#include "profiler/store/transform/merge_rows.h"

namespace profiler {

class RowTexts {
 public:
  // Columns that are skipped: by their coding, or by name.
  struct Skip {
    std::set<Coding> codings;
    std::set<std::string_view> names;
    bool Has(const ColumnLine& line) const {
      return codings.count(line.coding) > 0 || names.count(line.name) > 0;
    }
  };

  explicit RowTexts(const Profile& profile) : profile_(profile) {}

  template <typename Of>
  std::vector<std::string> Rows(Of of, const Skip& skip) const {
    std::vector<std::string> texts;
    EachRow(profile_, of, [&](const typename Of::Row& row) {
      std::string text;
      EachColumn(row, [&](const ColumnLine& line, const auto& value) {
        if (!skip.Has(line)) text += std::string(line.name) + "=" + Text(value) + "; ";
      });
      texts.push_back(std::move(text));
    });
    return texts;
  }

 private:
  std::string Text(StringId id) const {
    return id.valid() ? std::string(profile_.strings[id]) : "none";
  }
  std::string Text(SourceId id) const { return id.valid() ? Name(profile_.sources[id]) : "none"; }
  template <typename Table>
  std::string Text(Id<Table> id) const {
    std::string text = "none";
    if (!id.valid()) return text;
    EachTable([&](auto of) {
      using T = decltype(of);
      if constexpr (PlainTable<T> && std::is_same_v<typename T::Id, Id<Table>>) {
        const auto& rows = RowsOf(profile_, of);
        if constexpr (requires { rows[id]; }) {
          text = Name(rows[id]);
        } else {
          text = Name(rows[id.row()]);
        }
      }
    });
    return text;
  }
  // For an event: its track and its label.
  std::string Text(EventId id) const {
    return Text(id.track) + "/" + Text(EventAt(profile_.events[id.track], id.row).label);
  }
  std::string Text(Int128 wide) const {
    return std::to_string(static_cast<int64_t>(wide >> 64)) + ":" +
           std::to_string(static_cast<uint64_t>(wide));
  }
  std::string Text(const std::vector<int64_t>& list) const {
    std::string text;
    for (const int64_t value : list) text += std::to_string(value) + ",";
    return text;
  }
  template <typename T>
  std::string Text(const T& value) const {
    if constexpr (std::is_enum_v<T>) {
      return std::to_string(static_cast<int>(value));
    } else {
      return std::to_string(value);
    }
  }

  // The unique key of a row in a filled profile: its texts and plain numbers.
  template <typename Row>
  std::string Name(const Row& row) const {
    std::string name = "(";
    EachColumn(row, [&](const ColumnLine& line, const auto& value) {
      using T = std::remove_cv_t<std::remove_reference_t<decltype(value)>>;
      if constexpr (std::is_same_v<T, StringId> || std::is_same_v<T, int64_t>) {
        if (line.coding != Coding::kTime) name += Text(value) + ",";
      }
    });
    return name + ")";
  }

  const Profile& profile_;
};

// In the order of the table.
template <typename Of>
std::vector<std::string> RowsAsTexts(const Profile& profile, Of of,
                                     const RowTexts::Skip& skip = {}) {
  return RowTexts(profile).Rows(of, skip);
}
template <typename Of>
std::vector<std::string> SortedRows(const Profile& profile, Of of, const RowTexts::Skip& skip) {
  std::vector<std::string> rows = RowsAsTexts(profile, of, skip);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace profiler

#endif  // TESTS_UNIT_STORE_RESOLVED_ROWS_H_

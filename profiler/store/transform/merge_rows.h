// Merges rows of any table: converts ids to those of the merged profile, and fills in unknown
// values from another row.
#ifndef PROFILER_STORE_TRANSFORM_MERGE_ROWS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "profiler/store/ids.h"
#include "profiler/store/kinds.h"
#include "profiler/store/tables.h"

namespace profiler {

template <typename T>
inline constexpr bool kIsId = false;
template <typename Table>
inline constexpr bool kIsId<Id<Table>> = true;

// Returns the id in the merged profile. `map` covers the rows merged so far.
template <typename IdType>
IdType Mapped(const std::vector<IdType>& map, IdType id) {
  return id.valid() ? map[id.row()] : IdType();
}

template <typename IdType, typename... Maps>
void MapId(IdType& id, const Maps&... maps) {
  static_assert((std::is_same_v<Maps, std::vector<IdType>> || ...),
                "the table that this column refers to is not merged yet where its row is");
  const auto map_by = [&](const auto& map) {
    if constexpr (std::is_same_v<decltype(map), const std::vector<IdType>&>) id = Mapped(map, id);
  };
  (map_by(maps), ...);
}

// Maps all ids of a row except events; `maps` are the maps of the tables merged before, and
// text(id) maps the id of a text.
template <typename Row, typename Text, typename... Maps>
void MapRow(Row& row, const Text& text, const Maps&... maps) {
  EachMember(row, [&](auto& member) {
    using Member = std::remove_reference_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, StringId>) {
      member = text(member);
    } else if constexpr (kIsId<Member>) {
      MapId(member, maps...);
    }
  });
}

template <typename T>
constexpr bool IsKnown(const T&) {
  return true;
}
template <typename Table>
constexpr bool IsKnown(Id<Table> id) {
  return id.valid();
}
constexpr bool IsKnown(int64_t value) { return value != kUnknown; }

// The number of columns of a row for which IsKnown() is always true. The caller merges these.
template <typename Row>
constexpr size_t CountAlwaysKnown() {
  size_t count = 0;
  Row row{};
  EachMember(row, [&](auto& member) {
    using Member = std::remove_reference_t<decltype(member)>;
    if constexpr (!kIsId<Member> && !std::is_same_v<Member, int64_t>) ++count;
  });
  return count;
}

// Sets the unknown columns of `row` to those of `from`. Columns for which IsKnown() is always true
// do not change.
template <typename Row>
void FillUnknown(Row& row, const Row& from) {
  EachOfBoth(row, from, [](auto& to, const auto& value) {
    if (!IsKnown(to)) to = value;
  });
}

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_ROWS_H_

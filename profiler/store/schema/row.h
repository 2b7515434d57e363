// Expands the lines of schema.h into declarations of rows.
#ifndef PROFILER_STORE_SCHEMA_ROW_H_
#define PROFILER_STORE_SCHEMA_ROW_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace profiler {

enum class Coding : uint8_t {
  kRef,
  kMustRef,
  kNext,
  kMustNext,
  kNumber,
  kSmall,
  kTime,
  kSpan,
  kCount,
  kBits,
  kOffset,
  kFlag,
  kEnum,
  kReal,
  kWide,
  kEvent,
  kRounded,
  kApart,
  kDerived,
};

// The parts of a schema line, without the type.
struct ColumnLine {
  Coding coding;
  uint32_t field;
  std::string_view type, name, unit, sentence;
};

// Counts the columns of a Row, for static_asserts of code that handles all of them:
//   kColumns, kOfType<T>, kCoded<Coding>, kLastField
template <typename Row>
struct RowSchema;

}  // namespace profiler

// Declares the members of a row.
#define PROFILER_MEMBER(coding, field, type, name, initial, unit, sentence) type name = initial;

#define PROFILER_VISIT_MEMBER(coding, field, type, name, ...) visit(row.name);
#define PROFILER_VISIT_BOTH(coding, field, type, name, ...) visit(a.name, b.name);
#define PROFILER_CODE_MEMBER(coding, field, type, name, ...) cells.coding(field, row.name);
#define PROFILER_VISIT_COLUMN(coding, field, type, name, initial, unit, sentence) \
  visit(ColumnLine{Coding::k##coding, field, #type, #name, unit, sentence}, row.name);
#define PROFILER_COUNT_COLUMN(...) +1
#define PROFILER_COUNT_TYPE(coding, field, type, ...) +(std::is_same_v<T, type> ? 1 : 0)
#define PROFILER_COUNT_CODED(coding, ...) +(Of == Coding::k##coding ? 1 : 0)
// Wide and Event columns take two field numbers.
#define PROFILER_LIST_FIELD(coding, field, ...) , field + 1u

// Placed after the declaration of a row, defines:
//   EachMember(row, visit)     calls visit(member)
//   EachOfBoth(a, b, visit)    calls visit(member of a, the same member of b)
//   EachColumn(row, visit)     calls visit(ColumnLine, member)
//   CodeMembers(cells, row)    calls cells.Ref(3, member) and so on, by their coding
#define PROFILER_COLUMNS_OF(Row, COLUMNS)                                               \
  template <typename Visit>                                                             \
  constexpr void EachMember(Row& row, const Visit& visit) {                             \
    COLUMNS(PROFILER_VISIT_MEMBER)                                                      \
  }                                                                                     \
  template <typename Visit>                                                             \
  constexpr void EachOfBoth(Row& a, const Row& b, const Visit& visit) {                 \
    COLUMNS(PROFILER_VISIT_BOTH)                                                        \
  }                                                                                     \
  template <typename Visit>                                                             \
  void EachColumn(const Row& row, const Visit& visit) {                                 \
    COLUMNS(PROFILER_VISIT_COLUMN)                                                      \
  }                                                                                     \
  template <typename Cells>                                                             \
  void CodeMembers(Cells& cells, Row& row) {                                            \
    COLUMNS(PROFILER_CODE_MEMBER)                                                       \
  }                                                                                     \
  template <>                                                                           \
  struct RowSchema<Row> {                                                               \
    static constexpr size_t kColumns = 0 COLUMNS(PROFILER_COUNT_COLUMN);                \
    template <typename T>                                                               \
    static constexpr size_t kOfType = 0 COLUMNS(PROFILER_COUNT_TYPE);                   \
    template <Coding Of>                                                                \
    static constexpr size_t kCoded = 0 COLUMNS(PROFILER_COUNT_CODED);                   \
    static constexpr uint32_t kLastField = std::max({0u COLUMNS(PROFILER_LIST_FIELD)}); \
  };

#endif  // PROFILER_STORE_SCHEMA_ROW_H_

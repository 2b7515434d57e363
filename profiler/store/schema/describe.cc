#include "profiler/store/schema/describe.h"

#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "profiler/store/facts.h"
#include "profiler/store/kind_names.h"

namespace profiler {
namespace {

std::string_view CodingName(Coding coding) {
  static constexpr std::string_view kNames[] = {"Ref",    "MustRef", "Next",  "MustNext", "Number",
                                                "Small",  "Time",    "Span",  "Count",    "Bits",
                                                "Offset", "Flag",    "Enum",  "Real",     "Wide",
                                                "Event",  "Rounded", "Apart", "Derived"};
  static_assert(std::size(kNames) == static_cast<size_t>(Coding::kDerived) + 1);
  return kNames[static_cast<size_t>(coding)];
}

template <typename T>
inline constexpr bool kIsRow = false;
template <typename Table>
inline constexpr bool kIsRow<Id<Table>> = !std::is_same_v<Id<Table>, StringId>;

// An enum has its own name.
template <typename T>
std::string_view TypeName(std::string_view spelled) {
  if (std::is_same_v<T, StringId>) return "string";
  if (std::is_same_v<T, EventId>) return "event";
  if (kIsRow<T>) return "id";
  if (std::is_same_v<T, Int128>) return "int128";
  if (std::is_same_v<T, std::vector<int64_t>>) return "list of int64";
  if (spelled.ends_with("_t")) spelled.remove_suffix(2);
  return spelled;
}

// The words of an enum.
template <typename T>
std::string_view ValuesOf() {
  if constexpr (std::is_enum_v<T>) {
    static const std::string& words = *new std::string([] {
      std::string all;
      for (int i = 0; i <= static_cast<int>(LastOf(T())); ++i) {
        if (!all.empty()) all += ", ";
        all += Name(static_cast<T>(i));
      }
      return all;
    }());
    return words;
  } else {
    return "";
  }
}

// If the initial value means "not recorded", that value always does.
template <typename T>
std::string_view NullOf(Coding coding, const T& initial) {
  if (coding == Coding::kMustRef || coding == Coding::kMustNext) return "";
  if constexpr (std::is_same_v<T, StringId> || kIsRow<T>) {
    return "none";
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return initial == kUnknown ? "unknown" : "";
  } else if constexpr (std::is_same_v<T, int32_t>) {
    return initial == -1 ? "-1" : "";
  } else if constexpr (std::is_same_v<T, uint64_t> || std::is_same_v<T, uint32_t>) {
    if (coding == Coding::kBits) return "0";
    return initial == std::numeric_limits<T>::max() ? "none" : "";
  } else {
    return "";
  }
}

template <typename T>
std::string_view TableOf() {
  std::string_view name;
  EachTable([&](auto of) {
    if (kIsRow<T> && std::is_same_v<typename decltype(of)::Id, T>) name = of.kName;
  });
  return std::is_same_v<T, EventId> ? table::Events::kName : name;
}

template <typename Row>
void AddColumns(TableInfo& to) {
  EachColumn(Row(), [&](const ColumnLine& line, const auto& initial) {
    using T = std::remove_cv_t<std::remove_reference_t<decltype(initial)>>;
    to.columns.push_back({line.name, TypeName<T>(line.type), line.unit,
                          NullOf(line.coding, initial), ValuesOf<T>(), TableOf<T>(),
                          CodingName(line.coding), line.field, line.sentence});
  });
}

// Columns of a table that is not in the file are not in it either.
void TakeFields(TableInfo& of) {
  for (ColumnInfo& column : of.columns) {
    column.field = 0;
    column.coding = "Derived";
  }
}

std::vector<TableInfo> MakeTables() {
  std::vector<TableInfo> tables;
  tables.push_back({"strings", "", "every text, once; the first is empty", 2, {}});
  tables.back().columns.push_back(
      {"text", "string", "", "", "", "", "", 3, "its bytes, which need not be UTF-8"});
#define PROFILER_DESCRIBE(how, field, Name, name, IdOf, RowOf, rows, sorted_by, sentence) \
  tables.push_back({#name, sorted_by, sentence, field, {}});                              \
  AddColumns<RowOf>(tables.back());                                                       \
  if (std::is_same_v<RowOf, EventFact>) AddColumns<DerivedEvent>(tables.back());
  PROFILER_TABLES(PROFILER_DESCRIBE)
#undef PROFILER_DESCRIBE
  for (TableInfo& table : tables) {
    if (table.field == 0) TakeFields(table);
  }
  return tables;
}

}  // namespace

const std::vector<TableInfo>& AllTables() {
  static const std::vector<TableInfo>* const kTables = new std::vector<TableInfo>(MakeTables());
  return *kTables;
}

}  // namespace profiler

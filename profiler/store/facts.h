// Every table of schema.h as rows, for code that visits tables without knowing their columns.
// Tables that a profile has in another form (list columns of ops, events, series) are converted row
// by row to the form of the store file.
#ifndef PROFILER_STORE_FACTS_H_
#define PROFILER_STORE_FACTS_H_

#include <cstdint>
#include <string_view>

#include "profiler/base/int128.h"
#include "profiler/store/builder.h"
#include "profiler/store/profile.h"
#include "profiler/store/schema.h"

namespace profiler {

struct SourceFact : SourceRow {
  PROFILER_ON_AXIS_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(SourceFact, PROFILER_SOURCE_FACT_COLUMNS)

struct FrameworkOpFact {
  PROFILER_FRAMEWORK_OP_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(FrameworkOpFact, PROFILER_FRAMEWORK_OP_COLUMNS)

struct TypeFact {
  PROFILER_OP_TYPE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(TypeFact, PROFILER_OP_TYPE_COLUMNS)

struct ShapeFact {
  PROFILER_OP_SHAPE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(ShapeFact, PROFILER_OP_SHAPE_COLUMNS)

struct InputFact : OpInput {
  PROFILER_OP_OF_ITEM_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(InputFact, PROFILER_INPUT_FACT_COLUMNS)

struct DimFact {
  PROFILER_OUTPUT_DIM_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(DimFact, PROFILER_OUTPUT_DIM_COLUMNS)

struct OutputShapeFact {
  PROFILER_OUTPUT_SHAPE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(OutputShapeFact, PROFILER_OUTPUT_SHAPE_COLUMNS)

struct AttributeFact : OpAttribute {
  PROFILER_OP_OF_ITEM_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(AttributeFact, PROFILER_ATTRIBUTE_FACT_COLUMNS)

// Codes for the parent of an event, relative to its row. The store file needs parents for tracks
// whose times do not define nesting.
inline constexpr uint32_t kNestedByTime = 0;  // nesting follows from times, for all events
inline constexpr uint32_t kNestedInNone = 1;  // no parent; n + 1 if the parent is n rows before

struct EventFact : EventRow {
  PROFILER_EVENT_PLACE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(EventFact, PROFILER_EVENT_FACT_COLUMNS)

// The derived columns of an event.
struct DerivedEvent {
  PROFILER_EVENT_DERIVED_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(DerivedEvent, PROFILER_EVENT_DERIVED_COLUMNS)

struct VariableDimFact {
  PROFILER_VARIABLE_DIM_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(VariableDimFact, PROFILER_VARIABLE_DIM_COLUMNS)

// A type for each table, e.g. table::Devices, whose Row is DeviceRow.
namespace table {
#define PROFILER_TABLE_TAG(how, field, Name, name, IdOf, RowOf, ...) \
  struct Name {                                                      \
    using Id = IdOf;                                                 \
    using Row = RowOf;                                               \
    static constexpr uint32_t kField = field;                        \
    static constexpr std::string_view kName = #name;                 \
  };
PROFILER_TABLES(PROFILER_TABLE_TAG)
#undef PROFILER_TABLE_TAG
}  // namespace table

// Calls visit(table::Devices()) etc. for all tables in the order of the store file; tables that are
// not in the file come last.
template <typename Visit>
void EachTable(const Visit& visit) {
#define PROFILER_VISIT_TABLE(how, field, Name, ...) visit(table::Name());
  PROFILER_TABLES(PROFILER_VISIT_TABLE)
#undef PROFILER_VISIT_TABLE
}

// RowsOf(profile, table::Devices()) returns the rows of a table that the profile stores in this
// form.
#define PROFILER_ROWS_Plain(Name, rows)                                       \
  inline auto& RowsOf(Profile& profile, table::Name) { return profile.rows; } \
  inline const auto& RowsOf(const Profile& profile, table::Name) { return profile.rows; }
#define PROFILER_ROWS_Derived(Name, rows) PROFILER_ROWS_Plain(Name, rows)
#define PROFILER_ROWS_Made(Name, rows)
#define PROFILER_ROWS(how, field, Name, name, IdOf, RowOf, rows, ...) \
  PROFILER_ROWS_##how(Name, rows)
PROFILER_TABLES(PROFILER_ROWS)
#undef PROFILER_ROWS
template <typename Table>
concept PlainTable = requires(Profile& profile) {
  RowsOf(profile, Table());
};

// The number of rows in the table to which ids of this type refer.
template <typename IdType>
size_t CountRowsOf(const Profile& profile) {
  size_t rows = 0;
  EachTable([&](auto of) {
    using Table = decltype(of);
    if constexpr (std::is_same_v<typename Table::Id, IdType>) {
      if constexpr (PlainTable<Table>) {
        rows = RowsOf(profile, of).size();
      } else {
        static_assert(std::is_same_v<typename Table::Id, SourceId>);
        rows = profile.sources.size();
      }
    }
  });
  return rows;
}
template <>
inline size_t CountRowsOf<StringId>(const Profile& profile) {
  return profile.strings.size();
}

// Returns a range over the elements of a column or table of any container type.
template <typename Rows>
decltype(auto) Each(const Rows& rows) {
  if constexpr (requires { rows.values(); }) {
    return rows.values();
  } else {
    return (rows);
  }
}

// Calls change(row) with each of a plain table's rows.
template <typename Rows, typename Change>
void ChangeEach(Rows& rows, const Change& change) {
  if constexpr (requires { rows.ChangeAll(change); }) {
    rows.ChangeAll(change);
  } else if constexpr (requires { rows.values(); }) {
    using IdOfRow = typename Rows::IdOfRow;
    for (uint32_t i = 0; i < rows.size(); ++i) change(rows[IdOfRow(i)]);
  } else {
    for (auto& row : rows) change(row);
  }
}

// Calls fact(row) for each row of a table, e.g. EachRow(profile, table::Devices(), fact).
template <PlainTable Table, typename Fact>
void EachRow(const Profile& profile, Table of, const Fact& fact) {
  for (const typename Table::Row& row : Each(RowsOf(profile, of))) fact(row);
}
template <typename Fact>
void EachRow(const Profile& profile, table::Sources, const Fact& fact) {
  const TimeAxis& axis = profile.time_axis;
  for (uint32_t s = 0; s < profile.sources.size(); ++s) {
    const SourceId source(s);
    const OnAxis on_axis = axis.is_timed[s] != 0 ? OnAxis::kTimed : OnAxis::kUntimed;
    fact(SourceFact{{profile.sources[source]}, on_axis, axis.zero[source], axis.start});
  }
}

// Calls fact(op, item) for each item of a list column of ops.
template <typename List, typename Fact>
void EachItem(const Profile& profile, const List& list, const Fact& fact) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    for (const auto& item : list[OpId(i)]) fact(OpId(i), item);
  }
}
template <typename Fact>
void EachRow(const Profile& profile, table::FrameworkOps, const Fact& fact) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId framework_op = profile.ops.row[OpId(i)].framework_op;
    if (framework_op.valid()) fact(FrameworkOpFact{OpId(i), framework_op});
  }
}
template <typename Fact>
void EachRow(const Profile& profile, table::OpTypes, const Fact& fact) {
  EachItem(profile, profile.ops.types, [&](OpId op, StringId type) { fact(TypeFact{op, type}); });
}
template <typename Fact>
void EachRow(const Profile& profile, table::OpShapes, const Fact& fact) {
  EachItem(profile, profile.ops.shape, [&](OpId op, int64_t dim) { fact(ShapeFact{op, dim}); });
}
template <typename Fact>
void EachRow(const Profile& profile, table::OpInputs, const Fact& fact) {
  EachItem(profile, profile.ops.inputs, [&](OpId op, const OpInput& input) {
    fact(InputFact{{input}, op});
  });
}
template <typename Fact>
void EachRow(const Profile& profile, table::OutputDims, const Fact& fact) {
  const Ops& ops = profile.ops;
  EachItem(profile, ops.output_shapes, [&](OpId, const OpOutputShape& shape) {
    for (uint32_t i = 0; i < shape.count; ++i) fact(DimFact{ops.dims[shape.first + i]});
  });
}
template <typename Fact>
void EachRow(const Profile& profile, table::OutputShapes, const Fact& fact) {
  EachItem(profile, profile.ops.output_shapes, [&](OpId op, const OpOutputShape& shape) {
    fact(OutputShapeFact{op, shape.slot, shape.count});
  });
}
template <typename Fact>
void EachRow(const Profile& profile, table::OpAttributes, const Fact& fact) {
  EachItem(profile, profile.ops.attributes, [&](OpId op, const OpAttribute& attribute) {
    fact(AttributeFact{{attribute}, op});
  });
}
// Passes the parents that the profile has, even if the events' times imply other parents.
template <typename Fact>
void EachRow(const Profile& profile, table::Events, const Fact& fact) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackId track(t);
    const profiler::Events& events = profile.events[track];
    for (uint32_t e = 0; e < events.size(); ++e) {
      uint32_t nesting = kNestedByTime;
      if (!events.parent.empty()) {
        const uint32_t parent = events.parent[e];
        nesting = kNestedInNone + (parent == profiler::Events::kNoParent ? 0 : e - parent);
      }
      fact(EventFact{EventAt(events, e), track, nesting});
    }
  }
}
template <typename Fact>
void EachRow(const Profile& profile, table::Counters, const Fact& fact) {
  for (const auto& [metric, source, device, time, value] : profile.series) {
    for (size_t i = 0; i < time.size(); ++i) {
      fact(CounterRow{metric, source, device, time[i], value[i]});
    }
  }
}
template <typename Fact>
void EachRow(const Profile& profile, table::VariableDims, const Fact& fact) {
  for (uint32_t v = 0; v < profile.variables.size(); ++v) {
    for (const int64_t dim : profile.variables[v].shape) fact(VariableDimFact{VariableId(v), dim});
  }
}

}  // namespace profiler

#endif  // PROFILER_STORE_FACTS_H_

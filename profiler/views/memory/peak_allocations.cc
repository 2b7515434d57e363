#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "profiler/analysis/ops/source_line.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/memory/memory_sections.h"

namespace profiler {
namespace {

// Equal pieces that one op allocated.
struct Pieces {
  OpId op;
  int64_t each = 0, count = 0;
  StringId region, data_type, shape;

  Int128 bytes() const { return static_cast<Int128>(each) * count; }
};

struct PiecesRow {
  MemoryPlace place;
  const Pieces& pieces;

  std::string_view Text(StringId id) const {
    return id.valid() ? place.profile.strings[id] : std::string_view();
  }
  std::string_view op() const {
    return pieces.op.valid() ? Text(place.profile.ops.row[pieces.op].name) : kUnknownOp;
  }
  std::string line() const {
    return pieces.op.valid() ? SourceLine(place.profile, place.profile.ops.row[pieces.op].frame)
                             : std::string();
  }
};

const std::vector<ColumnOf<PiecesRow>>& PiecesColumns() {
  using C = ColumnOf<PiecesRow>;
  using Row = const PiecesRow&;
  static const auto& columns = *new auto(Concat<PiecesRow>({
      PartColumns<PiecesRow>(MemoryPlaceColumns(), &PiecesRow::place),
      {
          C::Text("device", "device", "Whose memory it is.",
                  [](Row row) { return row.place.device(); }),
          C::Number("bytes", Unit::kBytes, "bytes", "What they held at the peak.",
                    [](Row row) { return row.pieces.bytes(); }),
          C::Real("share", Unit::kShare, "share", "bytes of the peak's.",
                  [](Row row) { return ShareOf(row.pieces.bytes(), row.place.use.peak); }),
          C::Number("allocations", Unit::kCount, "allocations", "How many these are.",
                    [](Row row) { return row.pieces.count; }),
          C::Number("each_bytes", Unit::kBytes, "each", "What one of them takes.",
                    [](Row row) { return row.pieces.each; }),
          C::Text("region", "region", "What it is for, as recorded.",
                  [](Row row) { return row.Text(row.pieces.region); }),
          C::Text("data_type", "type", "What its elements are, as recorded.",
                  [](Row row) { return row.Text(row.pieces.data_type); }),
          C::Text("shape", "shape", "Its dimensions, as recorded.",
                  [](Row row) { return row.Text(row.pieces.shape); }),
          C::Text("source", "source", "The line that made the op, file:line.", &PiecesRow::line)
              .As(ColumnRole::kPath),
      },
  }));
  return columns;
}

// Equal pieces together, the most bytes first. Empty if nothing was recorded of any.
std::vector<Pieces> PiecesOf(const MemoryUse& use) {
  using Key = std::tuple<OpId, int64_t, StringId, StringId, StringId>;
  std::map<Key, int64_t> counts;
  bool is_recorded = false;
  for (const HeldMemory& one : use.held) {
    is_recorded |= one.region.valid() || one.data_type.valid() || one.shape.valid();
    ++counts[{one.op, one.bytes, one.region, one.data_type, one.shape}];
  }
  std::vector<Pieces> pieces;
  if (!is_recorded) return pieces;
  for (const auto& [key, count] : counts) {
    const auto& [op, each, region, data_type, shape] = key;
    pieces.push_back({op, each, count, region, data_type, shape});
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Pieces& a, const Pieces& b) { return a.bytes() > b.bytes(); });
  return pieces;
}

}  // namespace

Report PeakAllocations(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("peak_allocations",
                             fmt::format("The allocations that were held {}", WhenHeld(uses)),
                             "the op", Headers(PiecesColumns()));
  DescribeSizes(uses, true, report);
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    for (const Pieces& pieces : PiecesOf(use)) {
      const PiecesRow row{{profile, use}, pieces};
      std::vector<std::string> key = row.place.Key(sources);
      for (const std::string_view part : {row.op(), row.Text(pieces.region),
                                          row.Text(pieces.data_type), row.Text(pieces.shape)}) {
        key.emplace_back(part);
      }
      key.push_back(std::to_string(pieces.each));
      key.push_back(row.line());
      AppendRow(PiecesColumns(), row.op(), key, row, report);
    }
  }
  return report;
}

}  // namespace profiler

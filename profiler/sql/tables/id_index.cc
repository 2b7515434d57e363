#include "profiler/sql/tables/id_index.h"

#include <optional>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace profiler::sql {
namespace {

constexpr size_t kMostIndexBytes = size_t{1} << 30;  // of one table

// Numbers texts. The profile has each text once, so its place in memory identifies it.
class TextNumbers {
  using Place = std::pair<const char*, size_t>;

 public:
  size_t NumberOf(std::string_view text) {
    const Place place = {text.data(), text.size()};
    if (last_ == place) return last_number_;
    last_ = place;
    last_number_ = numbers_.try_emplace(place, numbers_.size()).first->second;
    return last_number_;
  }

 private:
  absl::flat_hash_map<Place, size_t> numbers_;
  std::optional<Place> last_;
  size_t last_number_ = 0;
};

}  // namespace

bool HasGroups(const Table& table, size_t column) {
  const bool is_text = table.columns()[column].type == CellType::kText;
  return HasIds(table, column) || (is_text && table.size() < UINT32_MAX);
}

bool HasIds(const Table& table, size_t column) {
  const TableColumn& of = table.columns()[column];
  return of.type == CellType::kInteger && !of.references.empty() && table.size() < UINT32_MAX;
}

IdIndex::IdIndex(TableReader& reader, size_t column, const std::vector<RowRange>& ranges) {
  TextNumbers texts;
  const auto place = [&](size_t row) -> size_t {
    const Cell cell = reader.At(row, column);
    if (cell.kind == Cell::Kind::kText) return texts.NumberOf(cell.text) + 1;
    return cell.kind == Cell::Kind::kInteger ? static_cast<size_t>(cell.integer) + 1 : 0;
  };
  std::vector<size_t> next(2);  // where the next row of an id goes; first counts, one place later
  size_t count = 0;
  for (const RowRange& range : ranges) {
    count += range.last - range.first;
    for (size_t row = range.first; row < range.last; ++row) {
      const size_t at = place(row) + 1;
      if (at >= next.size()) next.resize(at + 1);
      ++next[at];
    }
  }
  for (size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  rows_.resize(count);
  for (const RowRange& range : ranges) {
    for (size_t row = range.first; row < range.last; ++row) {
      rows_[next[place(row)]++] = static_cast<uint32_t>(row);
    }
  }
  end_ = std::move(next);  // each now is where the next id's rows begin
}

std::span<const uint32_t> IdIndex::Of(int64_t id) const {
  if (id < 0 || static_cast<uint64_t>(id) + 1 >= end_.size()) return {};
  const size_t at = static_cast<size_t>(id) + 1;
  return All().subspan(end_[at - 1], end_[at] - end_[at - 1]);
}

const IdIndex* IdIndices::By(size_t column, const Table& table, TableReader& reader) {
  const auto known = by_column_.find(column);
  if (known != by_column_.end()) return &known->second;
  if (bytes_ + table.size() * sizeof(uint32_t) > kMostIndexBytes) return nullptr;
  const std::vector<RowRange> all = {{0, table.size()}};
  const IdIndex& made = by_column_.try_emplace(column, reader, column, all).first->second;
  bytes_ += made.bytes();
  return &made;
}

}  // namespace profiler::sql

// A table of many rows, stored as packed columns. Rows are returned by value and cannot be changed,
// so a change builds a new table.
#ifndef PROFILER_STORE_PACKED_PACKED_TABLE_H_
#define PROFILER_STORE_PACKED_PACKED_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "profiler/base/heap_bytes.h"
#include "profiler/base/int128.h"
#include "profiler/store/ids.h"
#include "profiler/store/kinds.h"
#include "profiler/store/packed/packed_block.h"

namespace profiler {

// Converts a member of a row to cells (64-bit integers) and back.
template <typename T>
struct CellsOf {
  static constexpr size_t kCount = 1;
  static void Put(T value, int64_t* cells, size_t) { *cells = static_cast<int64_t>(value); }
  static T Get(const int64_t* cells, size_t) { return static_cast<T>(*cells); }
};
template <typename Table>
struct CellsOf<Id<Table>> {
  static constexpr size_t kCount = 1;
  static void Put(Id<Table> id, int64_t* cells, size_t) {
    *cells = id.valid() ? int64_t{id.row()} : kUnknown;
  }
  static Id<Table> Get(const int64_t* cells, size_t) {
    return *cells == kUnknown ? Id<Table>() : Id<Table>(static_cast<uint32_t>(*cells));
  }
};
template <>
struct CellsOf<EventId> {
  static constexpr size_t kCount = 2;
  static void Put(EventId id, int64_t* cells, size_t stride) {
    CellsOf<TrackId>::Put(id.track, cells, stride);
    cells[stride] = int64_t{id.row};
  }
  static EventId Get(const int64_t* cells, size_t stride) {
    return {CellsOf<TrackId>::Get(cells, stride), static_cast<uint32_t>(cells[stride])};
  }
};
template <>
struct CellsOf<Int128> {
  static constexpr size_t kCount = 2;
  static void Put(Int128 value, int64_t* cells, size_t stride) {
    cells[0] = static_cast<int64_t>(value);
    cells[stride] = static_cast<int64_t>((value - cells[0]) >> 64);
  }
  static Int128 Get(const int64_t* cells, size_t stride) {
    return static_cast<Int128>(static_cast<unsigned __int128>(cells[stride]) << 64) + cells[0];
  }
};

// Rows of type Row, indexed by number or by IdType. `EachMember(row, visit)`, found by
// argument-dependent lookup, calls visit(member) for all members of a row.
template <typename IdType, typename Row>
class PackedTable {
  static constexpr size_t CountColumns() {
    size_t count = 0;
    Row row{};
    EachMember(row, [&](auto& member) {
      count += CellsOf<std::remove_reference_t<decltype(member)>>::kCount;
    });
    return count;
  }

 public:
  static constexpr size_t kColumns = CountColumns();

  // For sequential scans: unpacks a block at a time. A row is valid until the next call.
  class Reader {
   public:
    explicit Reader(const PackedTable& table) : table_(&table) {}

    const Row& operator[](size_t row) {
      const size_t block = row / kBlockRows;
      if (block >= table_->blocks_.size()) return table_->open_[row % kBlockRows];
      if (block != block_) Unpack(block);
      return rows_[row % kBlockRows];
    }

   private:
    void Unpack(size_t block) {
      rows_.resize(kBlockRows);
      int64_t cells[kColumns * kBlockRows];
      for (size_t c = 0; c < kColumns; ++c) {
        UnpackColumn(table_->blocks_[block], c, cells + c * kBlockRows);
      }
      for (size_t i = 0; i < kBlockRows; ++i) GetRow(cells + i, kBlockRows, rows_[i]);
      block_ = block;
    }

    const PackedTable* table_;
    size_t block_ = SIZE_MAX;
    std::vector<Row> rows_;
  };

  // All rows, for range-based loops.
  class Rows {
   public:
    class Iterator {
     public:
      Iterator(Rows* rows, size_t at) : rows_(rows), at_(at) {}
      const Row& operator*() const { return rows_->reader_[at_]; }
      Iterator& operator++() {
        ++at_;
        return *this;
      }
      friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
      friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }

     private:
      Rows* rows_;
      size_t at_;
    };

    explicit Rows(const PackedTable& table) : reader_(table), size_(table.size()) {}
    Iterator begin() { return {this, 0}; }
    Iterator end() { return {this, size_}; }

   private:
    Reader reader_;
    size_t size_;
  };

  void push_back(const Row& row) {
    open_.push_back(row);
    if (open_.size() == kBlockRows) Close();
  }
  size_t size() const { return blocks_.size() * kBlockRows + open_.size(); }
  bool empty() const { return size() == 0; }
  void clear() { *this = {}; }

  Row operator[](size_t row) const {
    const size_t block = row / kBlockRows;
    if (block >= blocks_.size()) return open_[row % kBlockRows];
    int64_t cells[kColumns];
    for (size_t c = 0; c < kColumns; ++c)
      cells[c] = UnpackCell(blocks_[block], c, row % kBlockRows);
    Row found{};
    GetRow(cells, 1, found);
    return found;
  }
  Row operator[](IdType id) const { return (*this)[size_t{id.row()}]; }
  // One member of a row: table.Member<&ExecRow::runs>(row). Faster than the whole row.
  template <auto kMember>
  auto Member(size_t row) const {
    using T = std::remove_cvref_t<decltype(std::declval<Row&>().*kMember)>;
    constexpr size_t kColumn = ColumnOf(kMember);
    const size_t block = row / kBlockRows;
    if (block >= blocks_.size()) return T(open_[row % kBlockRows].*kMember);
    int64_t cells[CellsOf<T>::kCount];
    for (size_t c = 0; c < CellsOf<T>::kCount; ++c) {
      cells[c] = UnpackCell(blocks_[block], kColumn + c, row % kBlockRows);
    }
    return CellsOf<T>::Get(cells, 1);
  }
  Rows values() const { return Rows(*this); }

  // Calls fact(values...) with the given members of each row. Faster than reading whole rows.
  template <typename Fact, typename... T>
  void ForEachOf(const Fact& fact, T Row::*... members) const {
    ForEachOfBlocks(0, CountBlocks(), fact, members...);
  }
  // Like ForEachOf(), for blocks [first, last) only. The last block may be incomplete.
  template <typename Fact, typename... T>
  void ForEachOfBlocks(size_t first, size_t last, const Fact& fact, T Row::*... members) const {
    ForEachOfBlocksUnless([](size_t) { return false; }, first, last, fact, members...);
  }
  // Like ForEachOf(), without blocks in which the first of the members is known to be 0 in all
  // rows.
  template <typename Fact, typename First, typename... T>
  void ForEachOfUnlessZero(const Fact& fact, First Row::*member, T Row::*... members) const {
    ForEachOfBlocksUnless([&](size_t block) { return AreAllZero(block, member); }, 0, CountBlocks(),
                          fact, member, members...);
  }
  size_t CountBlocks() const { return blocks_.size() + (open_.empty() ? 0 : 1); }

  // Appends the rows of another table. This table must consist of complete blocks.
  void Append(PackedTable&& other) {
    blocks_.insert(blocks_.end(), other.blocks_.begin(), other.blocks_.end());
    open_ = std::move(other.open_);
  }

  friend uint64_t HeapBytes(const PackedTable& table) {
    uint64_t bytes = HeapBytes(table.open_) + table.blocks_.capacity() * sizeof(PackedBlock);
    for (const PackedBlock& block : table.blocks_) bytes += SizeOf(block, kColumns);
    return bytes;
  }

  // Calls change(row) for each row and rebuilds the table.
  template <typename Change>
  void ChangeAll(const Change& change) {
    PackedTable changed;
    for (Row row : values()) {
      change(row);
      changed.push_back(row);
    }
    *this = std::move(changed);
  }

 private:
  template <typename T>
  static constexpr size_t ColumnOf(T Row::*member) {
    Row row{};
    size_t column = 0, found = 0;
    EachMember(row, [&](auto& each) {
      if (static_cast<const void*>(&each) == &(row.*member)) found = column;
      column += CellsOf<std::remove_reference_t<decltype(each)>>::kCount;
    });
    return found;
  }

  // Told without unpacking the member.
  template <typename T>
  bool AreAllZero(size_t block, T Row::*member) const {
    for (size_t c = 0; c < CellsOf<T>::kCount; ++c) {
      if (!profiler::AreAllZero(blocks_[block], ColumnOf(member) + c)) return false;
    }
    return true;
  }

  template <typename Skips, typename Fact, typename... T>
  void ForEachOfBlocksUnless(const Skips& skips, size_t first, size_t last, const Fact& fact,
                             T Row::*... members) const {
    std::tuple<Column<T>...> columns;
    for (size_t block = first; block < std::min(last, blocks_.size()); ++block) {
      if (skips(block)) continue;
      const auto unpack = [&](auto&... column) {
        (column.Unpack(blocks_[block], ColumnOf(members)), ...);
      };
      std::apply(unpack, columns);
      const auto visit = [&](const auto&... column) {
        for (size_t i = 0; i < kBlockRows; ++i) fact(column[i]...);
      };
      std::apply(visit, std::as_const(columns));
    }
    if (last <= blocks_.size()) return;
    for (const Row& row : open_) fact(row.*members...);
  }

  // A member of the rows of a block.
  template <typename T>
  class Column {
   public:
    void Unpack(const PackedBlock& block, size_t column) {
      for (size_t c = 0; c < CellsOf<T>::kCount; ++c) {
        UnpackColumn(block, column + c, cells_.data() + c * kBlockRows);
      }
    }
    T operator[](size_t row) const { return CellsOf<T>::Get(cells_.data() + row, kBlockRows); }

   private:
    std::vector<int64_t> cells_ = std::vector<int64_t>(CellsOf<T>::kCount * kBlockRows);
  };

  // Reads a row from cells that are `stride` apart.
  static void GetRow(const int64_t* cells, size_t stride, Row& row) {
    EachMember(row, [&](auto& member) {
      using Cells = CellsOf<std::remove_reference_t<decltype(member)>>;
      member = Cells::Get(cells, stride);
      cells += Cells::kCount * stride;
    });
  }
  static void PutRow(Row& row, int64_t* cells, size_t stride) {
    EachMember(row, [&](auto& member) {
      using Cells = CellsOf<std::remove_reference_t<decltype(member)>>;
      Cells::Put(member, cells, stride);
      cells += Cells::kCount * stride;
    });
  }

  void Close() {
    int64_t cells[kColumns * kBlockRows];
    for (size_t i = 0; i < kBlockRows; ++i) PutRow(open_[i], cells + i, kBlockRows);
    blocks_.push_back(PackBlock(cells, kColumns));
    open_.clear();
  }

  std::vector<PackedBlock> blocks_;
  std::vector<Row> open_;  // the rows after the last full block
};

}  // namespace profiler

#endif  // PROFILER_STORE_PACKED_PACKED_TABLE_H_

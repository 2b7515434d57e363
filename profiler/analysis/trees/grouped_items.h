#ifndef PROFILER_ANALYSIS_TREES_GROUPED_ITEMS_H_
#define PROFILER_ANALYSIS_TREES_GROUPED_ITEMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profiler/base/heap_bytes.h"

namespace profiler {

using Items = std::span<const int32_t>;

// Lists of items (of OpValues), concatenated.
class GroupedItems {
 public:
  // `list_of` is indexed by item: the item's list, or negative if none. Items keep their order.
  GroupedItems(size_t lists, const std::vector<int32_t>& items, const std::vector<int32_t>& list_of)
      : start_(lists + 1, 0) {
    for (int32_t item : items) {
      if (list_of[item] >= 0) ++start_[list_of[item] + 1];
    }
    for (size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    items_.resize(start_.back());
    std::vector<uint32_t> next(start_.begin(), start_.end() - 1);
    for (int32_t item : items) {
      if (list_of[item] >= 0) items_[next[list_of[item]]++] = item;
    }
  }
  GroupedItems() : start_(1, 0) {}

  size_t size() const { return start_.size() - 1; }
  Items operator[](size_t list) const {
    return Items(items_).subspan(start_[list], start_[list + 1] - start_[list]);
  }
  // Add() appends to the last list; EndList() completes it.
  void Add(int32_t item) { items_.push_back(item); }
  void EndList() { start_.push_back(static_cast<uint32_t>(items_.size())); }

  friend uint64_t HeapBytes(const GroupedItems& lists) {
    return HeapBytes(lists.start_) + HeapBytes(lists.items_);
  }

 private:
  std::vector<uint32_t> start_;  // by list: its start in items_; one more for the end
  std::vector<int32_t> items_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_TREES_GROUPED_ITEMS_H_

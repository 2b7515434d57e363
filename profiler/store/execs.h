#ifndef PROFILER_STORE_EXECS_H_
#define PROFILER_STORE_EXECS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "profiler/base/heap_bytes.h"
#include "profiler/store/ids.h"
#include "profiler/store/packed/packed_table.h"
#include "profiler/store/tables.h"

namespace profiler {

// The totals of each op by step and device.
struct Execs {
  PackedTable<ExecId, ExecRow> row;
  std::vector<uint32_t> op_start;  // the first row of each op, and the number of rows at the end
};

// The totals of a profile, made when they are first asked for. Thread-safe: other callers wait for
// the first one. Copies share them, so the tables that they are made from must not change.
class LazyExecs {
 public:
  LazyExecs() = default;
  // Makes them on up to `threads` threads.
  explicit LazyExecs(size_t threads) : threads_(threads) {}

  // `make(threads)` returns the totals.
  template <typename Make>
  const Execs& Get(const Make& make) const {
    std::call_once(made_->once, [&] {
      made_->execs = make(threads_);
      made_->is_there = true;
    });
    return made_->execs;
  }

  friend uint64_t HeapBytes(const LazyExecs& lazy) {
    if (!lazy.made_->is_there) return 0;
    return HeapBytes(lazy.made_->execs.row) + HeapBytes(lazy.made_->execs.op_start);
  }

 private:
  struct Made {
    std::once_flag once;
    std::atomic<bool> is_there = false;
    Execs execs;
  };

  size_t threads_ = 1;
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

}  // namespace profiler

#endif  // PROFILER_STORE_EXECS_H_

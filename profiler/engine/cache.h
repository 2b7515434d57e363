#ifndef PROFILER_ENGINE_CACHE_H_
#define PROFILER_ENGINE_CACHE_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "profiler/base/identity.h"
#include "profiler/base/memo.h"

namespace profiler {

// An LRU cache of values computed from profiles, bounded in bytes. Values in use are not evicted,
// because that would not free memory. Thread-safe.
class Cache : public Memo {
 public:
  explicit Cache(uint64_t limit) : limit_(limit) {}

  // Drops everything computed from `of`, including values that are still being built.
  void Forget(Identity of);
  // Drops everything.
  void Clear();
  // Evicts values until the cache uses at most `bytes`. The limit does not change.
  void Trim(uint64_t bytes);

  uint64_t bytes() const;
  size_t size() const;

 protected:
  std::shared_ptr<const void> GetOrBuild(const Key& key,
                                         const std::function<Made()>& build) override;

 private:
  struct Entry {
    Identity of;
    std::type_index type;
    std::string text;
    Made made = {};
    bool is_made = false;
    bool is_forgotten = false;  // dropped while being built
  };
  using Entries = std::list<Entry>;
  using InEntries = Entries::iterator;
  // Dropped values, which are freed after the lock is released.
  using Gone = std::vector<std::shared_ptr<const void>>;
  class Making;

  InEntries Find(const Key& key);
  InEntries Add(const Key& key);
  void Finish(InEntries entry, Made made);
  // Removes the entry and the entries computed from its value. If the entry is still being built,
  // its builder removes it.
  void Drop(InEntries entry, Gone& gone);
  void DropAllOf(Identity of, Gone& gone);
  void DropBeyond(uint64_t bytes, Gone& gone);

  const uint64_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable made_;
  Entries entries_;  // the most recently used first
  std::map<Identity, std::map<std::pair<std::string_view, std::type_index>, InEntries>> by_profile_;
  uint64_t bytes_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ENGINE_CACHE_H_

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

// An LRU cache of what was computed from profiles, bounded in bytes. Values in use are not evicted,
// as that frees no memory. Thread-safe.
class Cache : public Memo {
 public:
  explicit Cache(uint64_t limit) : limit_(limit) {}

  // Drops everything computed from `of`, including values that are still being built.
  void Forget(Identity of);
  // The same of all.
  void Clear();
  // Makes it take no more than so much, this once.
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
    bool is_forgotten = false;  // while it is being made
  };
  using Entries = std::list<Entry>;
  using InEntries = Entries::iterator;
  // Dropped values: they are freed after the lock is released.
  using Gone = std::vector<std::shared_ptr<const void>>;
  class Making;

  InEntries Find(const Key& key);
  InEntries Add(const Key& key);
  void Finish(InEntries entry, Made made);
  // Of what is being made it is the maker that drops it.
  void Drop(InEntries entry, Gone& gone);
  void DropAllOf(Identity of, Gone& gone);
  void DropBeyond(uint64_t bytes, Gone& gone);

  const uint64_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable made_;
  Entries entries_;  // the last used one first
  std::map<Identity, std::map<std::pair<std::string_view, std::type_index>, InEntries>> by_profile_;
  uint64_t bytes_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_ENGINE_CACHE_H_

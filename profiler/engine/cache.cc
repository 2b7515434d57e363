#include "profiler/engine/cache.h"

namespace profiler {

// Exists while an entry is being built. The destructor wakes waiting callers, also after a failure.
class Cache::Making {
 public:
  Making(Cache& cache, InEntries entry) : cache_(cache), entry_(entry) {}
  ~Making() { cache_.Finish(entry_, std::move(made)); }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

  Made made;

 private:
  Cache& cache_;
  const InEntries entry_;
};

std::shared_ptr<const void> Cache::GetOrBuild(const Key& key, const std::function<Made()>& build) {
  std::unique_lock lock(mutex_);
  for (InEntries found = Find(key); found != entries_.end(); found = Find(key)) {
    if (found->is_made) {
      entries_.splice(entries_.begin(), entries_, found);
      return found->made.value;
    }
    made_.wait(lock);
  }
  const InEntries entry = Add(key);
  lock.unlock();
  Making making(*this, entry);
  making.made = build();
  return making.made.value;
}

void Cache::Forget(Identity of) {
  Gone gone;
  const std::lock_guard lock(mutex_);
  DropAllOf(of, gone);
}

void Cache::Clear() {
  Gone gone;
  const std::lock_guard lock(mutex_);
  while (!by_profile_.empty()) DropAllOf(by_profile_.begin()->first, gone);
}

void Cache::Trim(uint64_t bytes) {
  Gone gone;
  const std::lock_guard lock(mutex_);
  DropBeyond(bytes, gone);
}

uint64_t Cache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

size_t Cache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

Cache::InEntries Cache::Find(const Key& key) {
  const auto of = by_profile_.find(key.of);
  if (of == by_profile_.end()) return entries_.end();
  const auto found = of->second.find({key.text, key.type});
  return found == of->second.end() ? entries_.end() : found->second;
}

Cache::InEntries Cache::Add(const Key& key) {
  entries_.push_front({key.of, key.type, std::string(key.text)});
  const InEntries entry = entries_.begin();
  by_profile_[key.of].emplace(std::pair(std::string_view(entry->text), entry->type), entry);
  return entry;
}

void Cache::Finish(InEntries entry, Made made) {
  constexpr uint64_t kBeside = 256;  // estimated size of an entry without its value
  Gone gone;
  {
    const std::lock_guard lock(mutex_);
    entry->is_made = true;
    entry->made = std::move(made);
    if (entry->is_forgotten) {
      gone.push_back(std::move(entry->made.value));
      entries_.erase(entry);
    } else {
      entry->made.bytes += kBeside + entry->text.size();
      bytes_ += entry->made.bytes;
      if (entry->made.value == nullptr) Drop(entry, gone);
      DropBeyond(limit_, gone);
    }
  }
  made_.notify_all();
}

void Cache::Drop(InEntries entry, Gone& gone) {
  const auto of = by_profile_.find(entry->of);
  of->second.erase({entry->text, entry->type});
  if (of->second.empty()) by_profile_.erase(of);
  if (!entry->is_made) {
    entry->is_forgotten = true;
    return;
  }
  bytes_ -= entry->made.bytes;
  const Identity identity = entry->made.identity;
  gone.push_back(std::move(entry->made.value));
  entries_.erase(entry);
  DropAllOf(identity, gone);
}

void Cache::DropAllOf(Identity of, Gone& gone) {
  for (auto found = by_profile_.find(of); found != by_profile_.end();
       found = by_profile_.find(of)) {
    Drop(found->second.begin()->second, gone);
  }
}

void Cache::DropBeyond(uint64_t bytes, Gone& gone) {
  auto entry = entries_.end();
  while (bytes_ > bytes && entry != entries_.begin()) {
    --entry;
    if (!entry->is_made || entry->made.value.use_count() > 1) continue;
    Drop(entry, gone);
    entry = entries_.end();  // Drop() may have removed other entries too
  }
}

}  // namespace profiler

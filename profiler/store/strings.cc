#include "profiler/store/strings.h"

#include <cstring>
#include <utility>

namespace profiler {
namespace {
constexpr size_t kBlockBytes = 256 << 10;

absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }
}  // namespace

Strings::Strings() { Intern(""); }

Strings Strings::Copy() const {
  Strings copy;
  copy.views_.reserve(views_.size());
  copy.index_.reserve(views_.size());
  for (std::string_view text : views_) copy.Intern(text);
  return copy;
}

StringId Strings::Intern(std::string_view text) {
  if (auto it = index_.find(ToAbsl(text)); it != index_.end()) return it->second;
  const StringId id(static_cast<uint32_t>(views_.size()));
  views_.push_back(Keep(text));
  index_.emplace(ToAbsl(views_.back()), id);
  return id;
}

StringId Strings::Find(std::string_view text) const {
  auto it = index_.find(ToAbsl(text));
  return it == index_.end() ? StringId() : it->second;
}

std::string_view Strings::Keep(std::string_view text) {
  if (text.empty()) return {};
  // A large text gets a block of its own; later texts continue in the shared block.
  if (text.size() > kBlockBytes / 4) {
    auto own = std::make_unique<char[]>(text.size());
    std::memcpy(own.get(), text.data(), text.size());
    const std::string_view view(own.get(), text.size());
    blocks_.insert(blocks_.empty() ? blocks_.end() : blocks_.end() - 1, std::move(own));
    return view;
  }
  if (capacity_ - used_ < text.size()) {
    blocks_.push_back(std::make_unique<char[]>(kBlockBytes));
    used_ = 0;
    capacity_ = kBlockBytes;
  }
  char* place = blocks_.back().get() + used_;
  std::memcpy(place, text.data(), text.size());
  used_ += text.size();
  return {place, text.size()};
}

uint64_t HeapBytes(const Strings& strings) {
  uint64_t text = 0;
  for (const std::string_view view : strings.views_) text += view.size();
  using Entry = std::pair<absl::string_view, StringId>;
  return text + HeapBytes(strings.views_) + strings.index_.capacity() * (sizeof(Entry) + 1);
}

}  // namespace profiler

#ifndef PROFILER_REPORT_ROW_NAME_H_
#define PROFILER_REPORT_ROW_NAME_H_

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {

// The name of a row: either a copy that it owns, or a reference to text that the report or profile
// owns. References save memory, because a tree may have more than 100,000 rows and the profile has
// most of their names already.
class RowName {
 public:
  RowName() = default;
  RowName(std::string_view text) : own_(new char[text.size()]), text_(own_.get(), text.size()) {
    std::copy(text.begin(), text.end(), own_.get());
  }
  RowName(const std::string& text) : RowName(std::string_view(text)) {}
  RowName(const char* text) : RowName(std::string_view(text)) {}
  // Does not copy: `text` must outlive the report and its copies.
  static RowName Kept(std::string_view text) {
    RowName name;
    name.text_ = text;
    return name;
  }

  RowName(const RowName& other) : RowName(other.own_ ? RowName(other.text_) : Kept(other.text_)) {}
  RowName(RowName&& other) noexcept
      : own_(std::move(other.own_)), text_(std::exchange(other.text_, {})) {}
  RowName& operator=(RowName other) noexcept {
    own_ = std::move(other.own_);
    text_ = other.text_;
    return *this;
  }
  ~RowName() = default;

  operator std::string_view() const { return text_; }
  bool empty() const { return text_.empty(); }
  size_t size() const { return text_.size(); }

  template <typename Text>
  friend bool operator==(const RowName& a, const Text& b) {
    return a.text_ == std::string_view(b);
  }
  friend std::ostream& operator<<(std::ostream& out, const RowName& name) {
    return out << name.text_;
  }

 private:
  std::unique_ptr<char[]> own_;
  std::string_view text_;
};

}  // namespace profiler

template <>
struct fmt::formatter<profiler::RowName> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const profiler::RowName& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name, context);
  }
};

#endif  // PROFILER_REPORT_ROW_NAME_H_

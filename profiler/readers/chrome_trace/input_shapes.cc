#include "profiler/readers/chrome_trace/input_shapes.h"

#include <fmt/format.h>

namespace profiler::chrome_trace {
namespace {

// No tensor has more dimensions; a longer list of tensors is of no use to a reader.
constexpr int kMostDims = 254;
constexpr int kMostTensors = 64;
constexpr size_t kLongest = 4096;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // Skips blanks and commas; 0 at the end.
  char Next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == ',' || text_[at_] == '\n' ||
                                  text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void Pass() { ++at_; }

  // Returns the text up to the next comma or bracket, e.g. a number, without blanks behind it: a
  // file may be written with a number per line.
  std::string_view Item() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']' && text_[at_] != '[') ++at_;
    std::string_view item = text_.substr(begin, at_ - begin);
    item.remove_suffix(item.size() - (item.find_last_not_of(" \n\t\r") + 1));
    return item;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

bool IsDimension(std::string_view item) {
  if (item.starts_with('-')) item.remove_prefix(1);
  return !item.empty() && item.find_first_not_of("0123456789") == item.npos;
}

std::string_view UnquotedType(std::string_view item) {
  while (!item.empty() && (item.front() == '"' || item.front() == ' ')) item.remove_prefix(1);
  while (!item.empty() && (item.back() == '"' || item.back() == ' ')) item.remove_suffix(1);
  return item;
}

// Whether an input of this type is a tensor, whose elements are of it.
bool IsTensorType(std::string_view type) {
  return !type.empty() && !type.starts_with("Scalar") && !type.starts_with("Generic") &&
         type != "TensorList";
}

// Reads from after an opening bracket to after its closing bracket. `tensors` is the allowed depth
// of nested lists.
std::string Shape(Scanner& scanner, int tensors) {
  std::string shape;
  int dims = 0, inner = 0;
  for (char c = scanner.Next(); c != '\0'; c = scanner.Next()) {
    if (c == ']') {
      scanner.Pass();
      break;
    }
    if (c == '[') {
      scanner.Pass();
      const std::string one = tensors > 0 ? Shape(scanner, 0) : std::string();
      if (tensors == 0) continue;  // deeper nesting is not used
      if (++inner <= tensors) shape += (inner == 1 ? "" : ";") + one;
      if (inner == tensors + 1) shape += ";...";
      continue;
    }
    const std::string_view item = scanner.Item();
    if (!IsDimension(item) || ++dims > kMostDims + 1) continue;
    if (dims > 1) shape += 'x';
    shape += dims > kMostDims ? "..." : item;
  }
  return inner > 0 ? "[" + shape + "]" : shape;
}

}  // namespace

std::string InputShapes(std::string_view dims) {
  std::string shapes;
  Scanner scanner(dims);
  if (scanner.Next() != '[') return shapes;
  scanner.Pass();
  for (int slot = 0; scanner.Next() != '\0' && scanner.Next() != ']'; ++slot) {
    std::string shape;
    if (scanner.Next() == '[') {
      scanner.Pass();
      shape = Shape(scanner, kMostTensors);
    } else {
      scanner.Item();
    }
    if (shape.empty()) continue;
    if (shapes.size() + shape.size() > kLongest) return shapes + ",...";
    shapes += fmt::format("{}{}:{}", shapes.empty() ? "" : ",", slot, shape);
  }
  return shapes;
}

std::string InputTypes(std::string_view types) {
  std::string all;
  Scanner scanner(types);
  if (scanner.Next() != '[') return all;
  scanner.Pass();
  for (int slot = 0; scanner.Next() != '\0' && scanner.Next() != ']'; ++slot) {
    const bool is_list = scanner.Next() == '[';  // of tensors, which have one type
    if (is_list) scanner.Pass();
    const std::string_view type =
        scanner.Next() == ']' ? std::string_view() : UnquotedType(scanner.Item());
    if (is_list) {
      while (scanner.Next() != '\0' && scanner.Next() != ']') {
        scanner.Next() == '[' ? scanner.Pass() : void(scanner.Item());
      }
      scanner.Pass();
    }
    if (!IsTensorType(type)) continue;
    if (all.size() + type.size() > kLongest) return all + ",...";
    all += fmt::format("{}{}:{}", all.empty() ? "" : ",", slot, type);
  }
  return all;
}

}  // namespace profiler::chrome_trace

#include "profiler/readers/xspace/hlo/text_shapes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/readers/xspace/element_types.h"

namespace profiler::xspace {
namespace {

constexpr size_t kMostShapes = 32, kMostTextDims = 16;

// Reads the shapes of one list from the front of a text.
class ShapeReader {
 public:
  explicit ShapeReader(std::string_view text) : text_(text) {}

  std::string_view rest() const { return text_; }
  char front() const { return text_.empty() ? '\0' : text_.front(); }
  void Skip() { text_.remove_prefix(text_.empty() ? 0 : 1); }
  // And comments: "/*index=5*/" stands before each fifth shape of a list.
  void SkipBlanks() {
    while (front() == ' ') Skip();
    if (!text_.starts_with("/*")) return;
    const size_t end = text_.find("*/");
    if (end != text_.npos) text_.remove_prefix(end + 2);
  }

  // "f32[8,128]{1,0:T(8,128)}"; of "token[]" and the like the type alone. nullopt for other text.
  std::optional<TextShape> Shape() {
    TextShape shape;
    const size_t end = static_cast<size_t>(
        std::find_if_not(text_.begin(), text_.end(), IsWordCharacter) - text_.begin());
    shape.type = text_.substr(0, end);
    text_.remove_prefix(end);
    if (shape.type.empty() || front() != '[') return std::nullopt;
    for (Skip(); front() != ']'; front() == ',' ? Skip() : void()) {
      if (front() == '<') Skip();  // "<=8": a size that varies, and its bound
      if (front() == '=') Skip();
      int64_t dim = 0;
      const auto [at, error] = std::from_chars(text_.data(), text_.data() + text_.size(), dim);
      if (error != std::errc() || dim < 0 || shape.dims.size() == kMostTextDims)
        return std::nullopt;
      text_.remove_prefix(static_cast<size_t>(at - text_.data()));
      if (front() != ',' && front() != ']') return std::nullopt;
      shape.dims.push_back(dim);
    }
    Skip();
    if (!SkipLayout()) return std::nullopt;
    return shape;
  }

 private:
  bool SkipLayout() {
    if (front() != '{') return true;
    const size_t end = text_.find('}');
    if (end == text_.npos) return false;
    text_.remove_prefix(end + 1);
    return true;
  }

  std::string_view text_;
};

// A shape, or a tuple of shapes in no other tuple.
bool ReadResults(ShapeReader& reader, std::vector<TextShape>& results) {
  const bool is_tuple = reader.front() == '(';
  if (is_tuple) reader.Skip();
  while (results.size() < kMostShapes) {
    reader.SkipBlanks();
    auto shape = reader.Shape();
    if (!shape) return false;
    results.push_back(*std::move(shape));
    if (!is_tuple) return true;
    const char next = reader.front();
    reader.Skip();
    if (next == ')') return true;
    if (next != ',') return false;
  }
  return false;
}

}  // namespace

double TextShape::elements() const {
  double all = 1;
  for (const int64_t dim : dims) all *= static_cast<double>(std::max<int64_t>(dim, 1));
  return all;
}

InstructionShapes ShapesInText(std::string_view text) {
  constexpr std::string_view kEquals = " = ";
  InstructionShapes shapes;
  const size_t at = text.find(kEquals);
  if (at == text.npos) return shapes;
  ShapeReader reader(text.substr(at + kEquals.size()));
  if (!ReadResults(reader, shapes.results) || reader.front() != ' ') return {};
  const size_t open = reader.rest().find('(');
  if (open == text.npos) return {};
  ShapeReader operands(reader.rest().substr(open + 1));
  while (shapes.operands.size() < kMostShapes) {
    operands.SkipBlanks();
    auto shape = operands.Shape();
    if (!shape) break;  // a tuple, or a name without its shape
    shapes.operands.push_back(*std::move(shape));
    const size_t comma = operands.rest().find(", ");
    const size_t close = operands.rest().find(')');
    if (comma == text.npos || close < comma) break;
    operands = ShapeReader(operands.rest().substr(comma + 2));
  }
  return shapes;
}

void AddTypesOfText(ProfileBuilder& builder, OpId op, std::string_view text) {
  if (!text.starts_with('%')) return;
  const InstructionShapes shapes = ShapesInText(text);
  std::vector<std::string> types;
  for (const TextShape& shape : shapes.results) {
    const bool is_scalar = shape.dims.empty();
    types.push_back(std::string(shape.type) + (is_scalar ? "[]" : ""));
    builder.AddOutputShape(op, static_cast<int32_t>(types.size()) - 1,
                           is_scalar ? std::vector<int64_t>{1} : shape.dims);
  }
  const auto note = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    builder.AddAttribute(op, {builder.Intern(name), builder.Intern(value)});
  };
  note("element_types", ElementTypesAttribute(types));
  const TextShape* most = nullptr;
  for (const TextShape& shape : shapes.operands) {
    if (most == nullptr || shape.elements() > most->elements()) most = &shape;
  }
  if (most != nullptr) note("operand_type", TextAttribute(most->type));
}

}  // namespace profiler::xspace

#include "profiler/readers/xspace/hlo/hlo_shape.h"

#include <fmt/format.h>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/xspace/element_types.h"
#include "profiler/readers/xspace/hlo/hlo_instruction.h"

namespace profiler::xspace {
namespace {

// ShapeProto.
constexpr uint32_t kShapeType = VarintField(2);
constexpr uint32_t kShapeDims = 3, kDynamicDims = 6;
constexpr uint32_t kShapeTuple = BytesField(4);
constexpr uint32_t kShapeLayout = BytesField(5);

// LayoutProto.
constexpr uint32_t kMinorToMajor = 1;
constexpr uint32_t kTiles = BytesField(6);
constexpr uint32_t kElementBits = VarintField(7);
constexpr uint32_t kMemorySpace = VarintField(8);

constexpr uint32_t kTileDimensions = 1;

// A longer text tells a reader no more.
constexpr size_t kLongestText = 512;
constexpr int kDeepest = 16;
// XLA writes the index before every fifth part of a tuple.
constexpr size_t kIndexEvery = 5;

struct ShapeParts {
  uint64_t type = 0;
  std::string_view layout;
  bool has_layout = false;
  std::vector<std::string_view> tuple;
};

ShapeParts PartsOf(std::string_view shape) {
  ShapeParts parts;
  protozero::pbf_reader message = Message(shape);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kShapeType:
        parts.type = message.get_uint64();
        break;
      case kShapeTuple:
        parts.tuple.push_back(Text(message));
        break;
      case kShapeLayout:
        parts.layout = Text(message);
        parts.has_layout = true;
        break;
      default:
        message.skip();
    }
  }
  return parts;
}

// What stands between the braces.
std::string LayoutText(std::string_view layout) {
  std::string tiles;
  int64_t element_bits = 0, memory_space = 0;
  protozero::pbf_reader message = Message(layout);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kTiles:
        tiles += fmt::format("({})", fmt::join(NumbersOf(Text(message), kTileDimensions), ","));
        break;
      case kElementBits:
        element_bits = message.get_int64();
        break;
      case kMemorySpace:
        memory_space = message.get_int64();
        break;
      default:
        message.skip();
    }
  }
  std::string more = tiles.empty() ? "" : "T" + tiles;
  if (element_bits != 0) more += fmt::format("E({})", element_bits);
  if (memory_space != 0) more += fmt::format("S({})", memory_space);
  return fmt::format("{}{}{}", fmt::join(NumbersOf(layout, kMinorToMajor), ","),
                     more.empty() ? "" : ":", more);
}

std::string ArrayText(std::string_view shape, const ShapeParts& parts) {
  const std::vector<int64_t> dims = NumbersOf(shape, kShapeDims);
  const std::vector<int64_t> dynamic = NumbersOf(shape, kDynamicDims);
  std::string text = fmt::format("{}[", ElementTypeOf(parts.type).name);
  for (size_t i = 0; i < dims.size() && text.size() < kLongestText; ++i) {
    const bool is_dynamic = i < dynamic.size() && dynamic[i] != 0;
    text += fmt::format("{}{}{}", i > 0 ? "," : "", is_dynamic ? "<=" : "", dims[i]);
  }
  text += ']';
  if (!parts.has_layout) return text;
  const std::string layout = LayoutText(parts.layout);
  // A scalar has no order to tell.
  if (!dims.empty() || !layout.empty()) text += fmt::format("{{{}}}", layout);
  return text;
}

void AppendShape(std::string_view shape, int depth, std::string& out) {
  constexpr uint64_t kTuple = 13;
  const ShapeParts parts = PartsOf(shape);
  if (parts.type != kTuple) {
    out += ArrayText(shape, parts);
    return;
  }
  out += '(';
  for (size_t i = 0; i < parts.tuple.size(); ++i) {
    if (i > 0) out += ", ";
    if (depth == kDeepest || out.size() > kLongestText) {
      out += "...";
      break;
    }
    if (i > 0 && i % kIndexEvery == 0) out += fmt::format("/*index={}*/", i);
    AppendShape(parts.tuple[i], depth + 1, out);
  }
  out += ')';
}

}  // namespace

std::string_view ShapeAt(std::string_view shape, const std::vector<int64_t>& place) {
  for (const int64_t index : place) {
    const std::vector<std::string_view> parts = PartsOf(shape).tuple;
    if (index < 0 || static_cast<size_t>(index) >= parts.size()) return "";
    shape = parts[static_cast<size_t>(index)];
  }
  return shape;
}

std::string ShapeText(std::string_view shape) {
  std::string text;
  if (!shape.empty()) AppendShape(shape, 0, text);
  return text;
}

}  // namespace profiler::xspace

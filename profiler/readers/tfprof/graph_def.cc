#include "profiler/readers/tfprof/graph_def.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <protozero/pbf_writer.hpp>
#include <string>

#include "profiler/base/status.h"
#include "profiler/readers/common/wire_walk.h"

namespace profiler {
namespace {

using protozero::pbf_reader;

constexpr uint32_t kNode = 1, kLastOfGraphDef = 5;

// The dimensions of a TensorShapeProto: empty if the rank is unknown, 1 for a scalar.
std::vector<int64_t> ReadShape(std::string_view shape) {
  std::vector<int64_t> dims;
  bool unknown_rank = false;
  pbf_reader message = Message(shape);
  while (message.next()) {
    if (message.tag_and_type() == BytesField(2)) {
      int64_t size = 0;
      pbf_reader dim = message.get_message();
      while (dim.next()) {
        if (dim.tag_and_type() == VarintField(1)) {
          size = dim.get_int64();
        } else {
          dim.skip();
        }
      }
      dims.push_back(size);
    } else if (message.tag_and_type() == VarintField(3)) {
      unknown_rank = message.get_bool();
    } else {
      message.skip();
    }
  }
  if (dims.empty() && !unknown_rank) dims.push_back(1);
  return dims;
}

// The alternative that an AttrValue has, and its bytes if it is a message.
struct Alternative {
  uint32_t number = 0;
  std::string_view bytes;
};
Alternative ReadAlternative(std::string_view value) {
  Alternative held;
  pbf_reader message = Message(value);
  while (message.next()) {
    if (message.tag_and_type() == BytesField(message.tag())) {
      held = {message.tag(), Text(message)};
    } else {
      held = {message.tag(), {}};
      message.skip();
    }
  }
  return held;
}

}  // namespace

absl::Status GraphDefReader::Read(const RunContext& context) {
  WireWalk walk(file_.bytes);
  bool unused = false;
  while (walk.Next()) {
    const bool is_bytes = walk.type() == WireWalk::Type::kBytes;
    if (walk.number() == kNode && is_bytes) {
      if (walk.cut()) break;  // a cut node is not reliable
      PROFILER_RETURN_IF_ERROR(context.Check());
      ++nodes_;
      place_.Guard(walk.bytes(), false, "", [&] { ReadNode(walk.bytes()); });
    } else if (walk.number() > kLastOfGraphDef) {
      place_.Count(ImportProblem::kUnknownField, file_.bytes.substr(walk.offset()));
    } else if (walk.number() == kNode) {
      place_.Count(ImportProblem::kMalformedField, file_.bytes.substr(walk.offset()));
    } else if (walk.number() != 3 && walk.number() != 4 && !walk.bytes().empty()) {
      unused = true;  // functions and debug information; versions are of no use
    }
  }
  if (nodes_with_type_ == 0 || nodes_with_type_ * 2 < nodes_) {
    return absl::InvalidArgumentError(fmt::format(
        "{}: this is no TensorFlow graph (GraphDef): it has no nodes with ops", place_.path));
  }
  place_.CountStop(walk, file_.bytes);
  if (unused) {
    place_.report.CountWhole(ImportProblem::kUnusedPart, place_.path, 1,
                             "functions or debug information");
  }
  for (const Input& input : inputs_) ReadInput(input);
  return absl::OkStatus();
}

void GraphDefReader::ReadNode(std::string_view record) {
  std::string_view name, type;
  std::vector<std::string_view> inputs;
  Attributes attributes, own;  // `own`: fields of the node itself
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        name = Text(message);
        break;
      case BytesField(2):
        type = Text(message);
        break;
      case BytesField(3):
        inputs.push_back(Text(message));
        break;
      case BytesField(4):
        own.emplace_back("_requested_device", Text(message));
        break;
      case BytesField(5):
        ReadAttribute(Text(message), attributes);
        break;
      case BytesField(6):
        own.emplace_back("_experimental_debug_info", Text(message));
        break;
      case BytesField(7):
        own.emplace_back("_experimental_type", Text(message));
        break;
      default:
        place_.SkipUnknown(message, 7, record);
    }
  }
  if (IsPlainText(type)) ++nodes_with_type_;
  if (ops_.Find(name).valid()) return place_.Count(ImportProblem::kDuplicateName, record, name);
  const OpId op = ops_.Add(name, OpKind::kGraphNode);
  builder_.op(op).type = builder_.Intern(type);
  builder_.AddType(op, builder_.op(op).type);
  for (size_t slot = 0; slot < inputs.size(); ++slot) {
    inputs_.push_back({op, static_cast<int32_t>(slot), inputs[slot]});
  }
  AddAttributes(op, attributes);
  for (const auto& [field, bytes] : own) {
    std::string value;  // as an AttrValue, like all attributes
    protozero::pbf_writer(value).add_bytes(2, bytes.data(), bytes.size());
    builder_.AddAttribute(op, {builder_.Intern(field), builder_.Intern(value)});
  }
}

// An entry of attr: name to AttrValue. If a name occurs twice, the last entry is used.
void GraphDefReader::ReadAttribute(std::string_view entry, Attributes& attributes) const {
  const NamedEntry read = ReadNamedEntry(entry, place_);
  auto known = std::find_if(attributes.begin(), attributes.end(),
                            [&](const auto& attribute) { return attribute.first == read.name; });
  if (known == attributes.end()) {
    attributes.emplace_back(read.name, read.value);
  } else {
    place_.Count(ImportProblem::kDuplicateKey, entry, read.name);
    known->second = read.value;
  }
}

void GraphDefReader::AddAttributes(OpId op, const Attributes& attributes) {
  for (const auto& [name, value] : attributes) {
    builder_.AddAttribute(op, {builder_.Intern(name), builder_.Intern(value)});
    if (name == "shape" || name == "_output_shapes") ReadShapes(op, name, value);
  }
}

void GraphDefReader::ReadShapes(OpId op, std::string_view name, std::string_view value) {
  constexpr uint32_t kList = 1, kShape = 7;
  const Alternative held = ReadAlternative(value);
  if (name == "shape" && held.number == kShape) {
    for (int64_t dim : ReadShape(held.bytes)) builder_.AddShapeDim(op, dim);
  } else if (name == "_output_shapes" && held.number == kList) {
    int32_t slot = 0;
    pbf_reader list = Message(held.bytes);
    while (list.next()) {
      if (list.tag_and_type() == BytesField(kShape)) {
        builder_.AddOutputShape(op, slot++, ReadShape(Text(list)));
      } else {
        list.skip();
      }
    }
  }
}

// `a` and `a:1` name an output of a node, `^a` a control dependency.
void GraphDefReader::ReadInput(const Input& input) {
  OpInput edge;
  edge.slot = input.slot;
  std::string_view name = input.text;
  edge.control = !name.empty() && name[0] == '^';
  if (edge.control) name.remove_prefix(1);
  const size_t colon = name.find(':');
  edge.output = edge.control ? OpInput::kOutputUnknown : 0;
  if (colon != std::string_view::npos) {
    const std::string_view digits = name.substr(colon + 1);
    name = name.substr(0, colon);
    int32_t output = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), output);
    if (error != std::errc() || end != digits.end() || output < 0) {
      place_.Count(ImportProblem::kMalformedField, input.text, input.text);
    } else if (!edge.control) {
      edge.output = output;
    }
  }
  edge.producer = ops_.Find(name);
  if (!edge.producer.valid()) {
    return place_.Count(ImportProblem::kDanglingInput, input.text, input.text);
  }
  builder_.AddInput(input.consumer, edge);
}

}  // namespace profiler

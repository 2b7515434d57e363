#include "profiler/readers/chrome_trace/host_thread.h"

#include <fmt/format.h>

#include <protozero/pbf_writer.hpp>
#include <string>

#include "profiler/readers/chrome_trace/input_shapes.h"

namespace profiler::chrome_trace {
namespace {

// The attribute with the values of an op's inputs that are no tensors, as Kineto writes them.
constexpr std::string_view kInputValues = "concrete_inputs";
constexpr size_t kLongestValues = 4096;

// The function of a file's own code, as Python names it.
constexpr std::string_view kModuleFunction = "<module>";

// The wire bytes of an AttrValue that holds a text.
std::string AttributeOfText(std::string_view text) {
  std::string bytes;
  protozero::pbf_writer(bytes).add_bytes(2, text.data(), text.size());
  return bytes;
}

// Longer paths are not extended, because a file may nest calls to any depth.
constexpr size_t kLongestScope = 4096;

}  // namespace

OpId HostOps::FindOp(OpKind kind, StringId name, StringId type, StringId scope, FrameId frame,
                     const Facts& facts) {
  const StringId shapes = ShapesOf(facts.input_dims);
  const StringId types = TypesOf(facts.input_types);
  const auto [it, is_new] = ops_.try_emplace(
      {kind, name, type, scope, frame, shapes, types, facts.input_values, facts.float_ops});
  if (!is_new) return it->second;
  OpRow row;
  row.kind = kind;
  row.name = name;
  row.type = type;
  row.scope = scope;
  row.frame = frame;
  row.input_shapes = shapes;
  row.input_types = types;
  row.float_ops = facts.float_ops;
  it->second = builder_.AddOp(row);
  if (type.valid() && !builder_.strings()[type].empty()) builder_.AddType(it->second, type);
  if (facts.input_values.valid()) {
    const std::string_view values = builder_.strings()[facts.input_values];
    if (values.size() <= kLongestValues) {
      builder_.AddAttribute(
          it->second, {builder_.Intern(kInputValues), builder_.Intern(AttributeOfText(values))});
    }
  }
  return it->second;
}

StringId HostOps::ShapesOf(StringId dims) {
  if (!dims.valid()) return dims;
  const auto [it, is_new] = shapes_.try_emplace(dims);
  if (is_new) {
    const std::string shapes = InputShapes(builder_.strings()[dims]);
    if (!shapes.empty()) it->second = builder_.Intern(shapes);
  }
  return it->second;
}

StringId HostOps::TypesOf(StringId types) {
  if (!types.valid()) return types;
  const auto [it, is_new] = types_.try_emplace(types);
  if (is_new) {
    const std::string of_tensors = InputTypes(builder_.strings()[types]);
    if (!of_tensors.empty()) it->second = builder_.Intern(of_tensors);
  }
  return it->second;
}

StringId HostOps::Below(StringId scope, std::string_view name) {
  const StringId own = builder_.Intern(name);
  if (!scope.valid()) return own;
  if (builder_.strings()[scope].size() + name.size() > kLongestScope) return scope;
  const auto [it, is_new] = below_.try_emplace({scope, own});
  if (is_new) {
    it->second = builder_.Intern(fmt::format("{}/{}", builder_.strings()[scope], name));
  }
  return it->second;
}

const HostOps::PythonName& HostOps::SplitPython(StringId name) {
  const auto [it, is_new] = python_.try_emplace(name);
  if (is_new) {
    const std::string text = WithoutAddress(builder_.strings()[name]);
    const PythonFrame frame = SplitFrame(text);
    it->second = {builder_.Intern(text), builder_.Intern(frame.file),
                  builder_.Intern(frame.function), frame.line, StringId()};
    const std::string_view module = ModuleOfFrame(text);
    if (!module.empty()) it->second.module = builder_.Intern(module);
  }
  return it->second;
}

// The frame that calls at the line. That of a module has the line where the module was when the
// recording began, so it has one more frame for each line that calls; others tell their function.
FrameId HostOps::CallerFrame(FrameId caller, const Facts& call) {
  if (!caller.valid() || call.call_line == kUnknown) return caller;
  FrameRow frame = builder_.frame(caller);
  const bool is_module = builder_.strings()[frame.function] == kModuleFunction;
  if (!is_module || !(frame.file == call.call_file)) return caller;
  frame.line = call.call_line;
  frame.function_start_line = 1;
  return builder_.Frame(frame);
}

// Puts backward work in the modules of its forward op, below the enclosing annotations.
void HostOps::EnterModules(StringId modules, Place& place) {
  place.module = modules;
  place.scope = Below(place.scope, std::string(builder_.strings()[modules]));
}

void HostOps::EnterInner(Place& place) {
  if (!place.inner.valid()) return;
  place.scope = Below(place.scope, std::string(builder_.strings()[place.inner]));
  place.inner = StringId();
}

HostOps::Place HostOps::Find(const Slice& slice, const Facts& facts, Place* around,
                             StringId forward_module) {
  Place place;
  if (around != nullptr) {
    EnterInner(*around);
    place = *around;
  }
  place.end = slice.end();
  if (forward_module.valid() && !place.module.valid()) EnterModules(forward_module, place);
  const StringId scope = place.scope;
  switch (slice.category) {
    case Category::kOp:
      place.op = FindOp(OpKind::kFrameworkOp, slice.name, slice.name, scope, place.frame, facts);
      place.framework = place.op;
      place.inner = slice.name;
      break;
    case Category::kAnnotation:
      place.op = FindOp(OpKind::kFrameworkOp, slice.name, builder_.Intern(kUserMarkType), scope,
                        place.frame, facts);
      // A step is no part of the model, and no op that allocates.
      if (StepOfAnnotation(builder_.strings()[slice.name]) == kUnknown) {
        place.framework = place.op;
        place.inner = slice.name;
      }
      break;
    case Category::kPython: {
      const PythonName& python = SplitPython(slice.name);
      FrameRow frame;
      frame.parent = CallerFrame(place.frame, facts);
      frame.file = python.file;
      frame.line = python.line;
      frame.function = python.function;
      place.frame = builder_.Frame(frame);
      if (python.module.valid()) {
        const std::string module(builder_.strings()[python.module]);
        place.scope = Below(scope, module);
        place.module = Below(place.module, module);
      }
      place.op = FindOp(OpKind::kRuntime, python.op, builder_.Intern(kPythonFunctionType),
                        place.scope, place.frame, facts);
      break;
    }
    case Category::kOther: {
      const bool is_named = facts.op_name.valid();
      place.op = FindOp(is_named ? OpKind::kGraphNode : OpKind::kFrameworkOp,
                        is_named ? facts.op_name : slice.name, facts.op_type, StringId(),
                        place.frame, facts);
      place.framework = place.op;
      break;
    }
    case Category::kRuntime:
      place.op = FindOp(OpKind::kRuntime, slice.name, builder_.Intern(kRuntimeType), scope,
                        place.frame, facts);
      break;
    default:
      place.op = FindOp(OpKind::kRuntime, slice.name, builder_.Intern(kRuntimeType), StringId(),
                        FrameId(), facts);
  }
  return place;
}

std::vector<char> FindOverlaps(const std::vector<Slice>& slices) {
  std::vector<char> overlaps;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < slices.size(); ++i) {
    const Slice& slice = slices[i];
    if (slice.is_instant) continue;
    while (!open.empty() && slices[open.back()].end() <= slice.begin) open.pop_back();
    while (!open.empty() && CallStack::EndsBefore(slices[open.back()].end(), slice.end())) {
      overlaps.resize(slices.size());
      if (slices[open.back()].duration >= slice.duration) {
        overlaps[i] = 1;
        break;
      }
      overlaps[open.back()] = 1;
      open.pop_back();
    }
    if (overlaps.empty() || overlaps[i] == 0) open.push_back(i);
  }
  return overlaps;
}

}  // namespace profiler::chrome_trace

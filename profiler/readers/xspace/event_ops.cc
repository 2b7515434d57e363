#include "profiler/readers/xspace/event_ops.h"

#include <charconv>
#include <string>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/readers/xspace/element_types.h"
#include "profiler/readers/xspace/hlo/hlo_work.h"
#include "profiler/readers/xspace/hlo/text_shapes.h"

namespace profiler::xspace {
namespace {

constexpr std::string_view kDataset = "Dataset";
constexpr std::string_view kWholeModule = "XlaModule:";  // names no op
constexpr std::string_view kNoOp = "(null)";             // the allocator's word for none

// "fusion" for the instruction "fusion.12".
std::string_view WithoutNumber(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot + 1 == name.size()) return name;
  return name.find_first_not_of("0123456789", dot + 1) == name.npos ? name.substr(0, dot) : name;
}

// TPUs name an event by the instruction's text: "%fusion.1 = f32[8]{0} fusion(...)".
std::string_view InstructionName(std::string_view text) {
  if (!text.starts_with('%')) return text;
  text.remove_prefix(1);
  return text.substr(0, text.find(' '));
}

// Splits `scope/name:Type`, where the type is a word of letters, digits and underscores.
bool SplitType(std::string_view text, std::string_view& name, std::string_view& type) {
  const size_t colon = text.rfind(':');
  if (colon == text.npos || colon == 0) return false;
  name = text.substr(0, colon);
  type = text.substr(colon + 1);
  if (type.empty()) return true;
  for (char c : type) {
    if (!IsWordCharacter(c)) return false;
  }
  // Not for "Iterator::Root" and "a::b".
  return name.back() != ':' && (type[0] < '0' || type[0] > '9') && name.find(' ') == name.npos;
}

// The operation of a collective instruction, as of "all-reduce-start"; empty for other opcodes.
std::string_view CollectiveOf(std::string_view opcode) {
  for (const std::string_view one :
       {"all-reduce", "all-gather", "all-to-all", "ragged-all-to-all", "reduce-scatter",
        "collective-permute", "collective-broadcast"}) {
    if (!opcode.starts_with(one)) continue;
    const std::string_view rest = opcode.substr(one.size());
    if (rest.empty() || rest == "-start" || rest == "-done") return one;
  }
  return "";
}

std::string_view LastOfPath(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

// Whether JAX's operation is a collective, so that an instruction of it has its name alone.
bool IsCollectiveOfJax(std::string_view operation) {
  for (const std::string_view start : {"psum", "pmean", "pmax", "pmin", "all_", "ppermute",
                                       "pbroadcast", "reduce_scatter", "ragged_all_to_all"}) {
    if (operation.starts_with(start)) return true;
  }
  return false;
}

// "file.py:12 func" after the `$`.
struct PythonName {
  std::string_view file, function;
  int64_t line = kUnknown;
};
PythonName SplitPython(std::string_view name) {
  name.remove_prefix(1);
  PythonName split;
  const size_t blank = name.find(' ');
  const std::string_view place = name.substr(0, blank);
  if (blank != name.npos) split.function = name.substr(blank + 1);
  const size_t colon = place.rfind(':');
  split.file = place.substr(0, colon);
  if (colon == place.npos) return split;
  int64_t line = 0;
  const std::string_view number = place.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), line);
  if (error == std::errc() && end == number.data() + number.size()) {
    split.line = line;
  } else {
    split.file = place;
  }
  return split;
}

}  // namespace

OpId EventOps::Find(OpKind kind, ModuleId module, std::string_view name, std::string_view type,
                    FrameId frame) {
  return Find(kind, module, builder_.Intern(name), type, frame);
}

OpId EventOps::Find(OpKind kind, ModuleId module, StringId name, std::string_view type,
                    FrameId frame) {
  auto [it, is_new] = ops_.try_emplace({kind, module, name, frame});
  if (!is_new) return it->second;
  OpRow row;
  row.kind = kind;
  row.module = module;
  row.name = name;
  row.type = builder_.Intern(type);
  row.frame = frame;
  it->second = builder_.AddOp(row);
  if (!type.empty()) builder_.AddType(it->second, row.type);
  return it->second;
}

ModuleId EventOps::Module(std::string_view name, int64_t program_id) {
  const StringId id = builder_.Intern(name);
  ModuleId& module = program_id == kUnknown ? module_by_name_[id] : module_by_program_[program_id];
  if (!module.valid()) module = builder_.AddModule({id, program_id});
  return module;
}

OpId EventOps::Framework(std::string_view tf_op) {
  if (tf_op.empty() || tf_op == kNoOp) return OpId();
  std::string_view name = tf_op, type;
  if (!SplitType(tf_op, name, type)) return Find(OpKind::kFrameworkOp, ModuleId(), tf_op, "");
  if (type.empty()) type = LastOfPath(name);  // a path of JAX: its last part is the operation
  return Find(OpKind::kFrameworkOp, ModuleId(), name, type);
}

// A collective that XLA adds or combines has the names of the ops whose results it exchanges, but
// is none of them: its type is what it does.
OpId EventOps::FrameworkOf(std::string_view tf_op, std::string_view opcode) {
  std::string_view text = tf_op, type;
  if (!SplitType(tf_op, text, type)) text = tf_op, type = "";
  if (tf_op.empty() || tf_op == kNoOp || !type.empty()) return Framework(tf_op);
  const std::string name = FirstOfJoined(text);
  const bool is_joined = name.size() < text.size();
  const std::string_view operation = LastOfPath(name), collective = CollectiveOf(opcode);
  if (!collective.empty() && !IsCollectiveOfJax(operation)) return Collective(name, collective);
  if (!is_joined) return Framework(tf_op);
  return Find(OpKind::kFrameworkOp, ModuleId(), name, operation);
}

OpId EventOps::Collective(std::string_view name, std::string_view type) {
  auto [it, is_new] = collectives_.try_emplace({builder_.Intern(name), builder_.Intern(type)});
  if (!is_new) return it->second;
  OpRow row;
  row.kind = OpKind::kFrameworkOp;
  row.name = it->first.first;
  row.type = it->first.second;
  it->second = builder_.AddOp(row);
  builder_.AddType(it->second, row.type);
  return it->second;
}

OpId EventOps::Hlo(ModuleId module, std::string_view name, std::string_view opcode) {
  return Find(OpKind::kHloInstruction, module, name, opcode.empty() ? WithoutNumber(name) : opcode);
}

// Adds what stats say about an op, if it is not known already.
void EventOps::Describe(OpId op, const StatSet& stats) {
  OpRow& row = builder_.op(op);
  int64_t number = 0;
  // XLA cannot look into a custom call, such as a kernel of Pallas, and counts nothing unless the
  // call has an estimate of its cost.
  if (row.float_ops == kUnknown && stats[Stat::kFlops].AsNumber(number) &&
      (number != 0 || stats[Stat::kHloCategory].text != "custom-call")) {
    row.float_ops = number;
  }
  if (row.bytes_accessed == kUnknown && stats[Stat::kBytesAccessed].AsNumber(number)) {
    row.bytes_accessed = number;
  }
  if (!row.category.valid() && !stats[Stat::kHloCategory].text.empty()) {
    row.category = builder_.Intern(stats[Stat::kHloCategory].text);
  }
  const bool is_in_file = row.recorded_id != kUnknown;  // with its module, whose facts are better
  if (!is_in_file && stats[Stat::kSymbolId].AsNumber(number)) row.recorded_id = number;
  if (!row.framework_op.valid()) {
    std::string_view text = stats[Stat::kTfOp].text;
    if (text.empty() || text == kWholeModule) text = is_in_file ? "" : stats[Stat::kName].text;
    const OpId framework = FrameworkOf(text, builder_.strings()[row.type]);  // may move the rows
    builder_.op(op).framework_op = framework;
  }
  if (builder_.op(op).frame.valid() || stats[Stat::kSource].text.empty()) return;
  const std::string_view source = stats[Stat::kSource].text;
  FrameRow frame;
  const size_t colon = source.rfind(':');
  frame.file = builder_.Intern(source.substr(0, colon));
  int64_t line = 0;
  if (colon != source.npos &&
      std::from_chars(source.data() + colon + 1, source.data() + source.size(), line).ec ==
          std::errc()) {
    frame.line = line;
  }
  builder_.op(op).frame = builder_.Frame(frame);
}

OpId EventOps::HloOf(const StatSet& stats, std::string_view name) {
  int64_t program = kUnknown;
  if (!stats[Stat::kProgramId].AsNumber(program)) program = kUnknown;
  const std::string_view module = stats[Stat::kHloModule].text;
  ModuleId id;
  if (program != kUnknown || !module.empty()) id = Module(module, program);
  const OpId op = Hlo(id, name);
  Describe(op, stats);
  return op;
}

EventOp EventOps::OnHost(const EventMeta& meta, const StatSet& stats) {
  const std::string_view name = meta.name;
  if (stats.Has(Stat::kHloOp)) {
    // "end: X" marks the end of X, which has its own event.
    if (name.starts_with("end: ")) return {Find(OpKind::kRuntime, ModuleId(), name, kRuntimeType)};
    const std::string_view hlo = stats[Stat::kHloOp].text;
    return {HloOf(stats, hlo), hlo == name};
  }
  if (name.starts_with('$')) return {OpId(), true, true};
  if (stats.Has(Stat::kTfOp)) {
    const OpId op = Framework(stats[Stat::kTfOp].text);
    if (op.valid()) return {op, false};
  }
  std::string_view op_name, type;
  if (name.starts_with("Iterator::")) {
    return {Find(OpKind::kFrameworkOp, ModuleId(), name, kDataset)};
  }
  if (SplitType(name, op_name, type) && !type.empty()) {
    return {Find(OpKind::kFrameworkOp, ModuleId(), op_name, type), false};
  }
  return {Find(OpKind::kRuntime, ModuleId(), name, kRuntimeType)};
}

// "%copy-start.1 = (f32[8]{0}, f32[8]{0:S(5)}, u32[]) copy-start(...)": the first part is where the
// copy goes, the second where it comes from. Memory space 5 is the host's.
void EventOps::NoteMemory(OpId op, std::string_view text) {
  constexpr std::string_view kStart = "%copy-start", kHost = "S(5)";
  if (!text.starts_with(kStart) || !noted_.insert(op).second) return;
  const size_t open = text.find(" = (");
  if (open == text.npos) return;
  // Between the parts, and not within one, a blank follows a comma.
  const std::string_view parts = text.substr(open + 4);
  const size_t end_of_first = parts.find(", ");
  if (end_of_first == parts.npos) return;
  const std::string_view second = parts.substr(end_of_first + 2);
  const auto note = [&](std::string_view part, std::string_view name) {
    if (part.find(kHost) == part.npos) return;
    builder_.AddAttribute(op, {builder_.Intern(name), builder_.Intern(TextAttribute("host"))});
  };
  note(parts.substr(0, end_of_first), "copies_to");
  note(second.substr(0, second.find(", ")), "copies_from");
}

// "%send.1 = ... frontend_attributes={...,_xla_host_transfer_handler_name="RUNTIME"}": a transfer
// through the host, and who takes part in it there.
void EventOps::NoteHandler(OpId op, std::string_view text) {
  constexpr std::string_view kHandler = "_xla_host_transfer_handler_name=\"";
  if (!text.starts_with("%send") && !text.starts_with("%recv")) return;
  const size_t at = text.find(kHandler);
  if (at == text.npos || !noted_.insert(op).second) return;
  const std::string_view handler = text.substr(at + kHandler.size());
  builder_.AddAttribute(op, {builder_.Intern("host_transfer_handler"),
                             builder_.Intern(TextAttribute(handler.substr(0, handler.find('"'))))});
}

EventOp EventOps::OnDevice(const EventMeta& meta, const StatSet& stats, bool is_op_line) {
  if (stats.Has(Stat::kHloOp)) return {HloOf(stats, stats[Stat::kHloOp].text), false};
  if (is_op_line) {
    const std::string_view name = meta.display_name.empty() ? meta.name : meta.display_name;
    const uint32_t known = builder_.op_count();
    const OpId op = HloOf(stats, InstructionName(name));
    // One that is known is of a recorded module, whose facts are better, or has its types.
    if (op.row() >= known) AddTypesOfText(builder_, op, meta.name);
    NoteMemory(op, meta.name);
    NoteHandler(op, meta.name);
    return {op, false};
  }
  // For a kernel of a whole module, the launch has more facts.
  const std::string_view tf_op = stats[Stat::kTfOp].text;
  return {tf_op == kWholeModule ? OpId() : Framework(tf_op), false};
}

FrameId EventOps::PythonFrame(std::string_view name, FrameId parent) {
  const PythonName split = SplitPython(name);
  FrameRow frame;
  frame.parent = parent;
  frame.file = builder_.Intern(split.file);
  frame.function = builder_.Intern(split.function);
  frame.line = split.line;
  return builder_.Frame(frame);
}

OpId EventOps::Runtime(std::string_view name) {
  return Find(OpKind::kRuntime, ModuleId(), name, kRuntimeType);
}

OpId EventOps::RuntimeIn(OpId op, FrameId frame) {
  return Find(OpKind::kRuntime, ModuleId(), builder_.op(op).name, kRuntimeType, frame);
}

OpId EventOps::Eager(std::string_view name) {
  const OpId op = Find(OpKind::kFrameworkOp, ModuleId(), name, name);
  builder_.op(op).eager = Eager::kYes;
  return op;
}

OpId EventOps::EagerIn(OpId op, FrameId frame) {
  const StringId name = builder_.op(op).name;
  const OpId in_frame =
      Find(OpKind::kFrameworkOp, ModuleId(), name, builder_.strings()[name], frame);
  builder_.op(in_frame).eager = Eager::kYes;
  return in_frame;
}

OpId EventOps::Python(std::string_view name, FrameId frame) {
  return Find(OpKind::kRuntime, ModuleId(), name, kPythonFunctionType, frame);
}

}  // namespace profiler::xspace

#include "profiler/analysis/collectives/collective_bytes.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/instructions/hlo_text.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/analysis/shapes/slot_list.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

int64_t Product(int64_t a, int64_t b) {
  int64_t product = 0;
  if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &product)) return kUnknown;
  return product;
}

// Bytes of one result of an instruction.
int64_t BytesOfShape(const Profile& profile, const OpOutputShape& shape, std::string_view type) {
  int64_t bytes = ElementBytes(type.substr(0, type.find('[')));
  for (uint32_t d = 0; bytes != kUnknown && d < shape.count; ++d) {
    bytes = Product(bytes, profile.ops.dims[shape.first + d]);
  }
  return bytes;
}

// The elements of a shape such as "4x64"; kUnknown for what is no complete shape.
int64_t ElementsOf(std::string_view shape) {
  int64_t elements = 1;
  while (elements != kUnknown) {
    const std::string_view dim = shape.substr(0, shape.find('x'));
    int64_t size = 0;
    const auto [end, error] = std::from_chars(dim.data(), dim.data() + dim.size(), size);
    if (error != std::errc() || end != dim.data() + dim.size()) return kUnknown;
    elements = Product(elements, size);
    if (dim.size() == shape.size()) break;
    shape.remove_prefix(dim.size() + 1);
  }
  return elements;
}

// The elements of an input: a shape, or a list such as "[4x64;32]".
int64_t ElementsOfInput(std::string_view shapes) {
  if (!shapes.starts_with('[')) return ElementsOf(shapes);
  if (!shapes.ends_with(']')) return kUnknown;
  shapes = shapes.substr(1, shapes.size() - 2);
  int64_t sum = 0;
  while (true) {
    const std::string_view shape = shapes.substr(0, shapes.find(';'));
    const int64_t elements = ElementsOf(shape);
    if (elements == kUnknown || __builtin_add_overflow(sum, elements, &sum)) return kUnknown;
    if (shape.size() == shapes.size()) return sum;
    shapes.remove_prefix(shape.size() + 1);
  }
}

// Whether the input that a rank has recorded is at least as large as its output.
bool IsSizeOfInput(CollectiveKind kind) {
  return kind == CollectiveKind::kAllReduce || kind == CollectiveKind::kReduceScatter ||
         kind == CollectiveKind::kBroadcast || kind == CollectiveKind::kReduce ||
         kind == CollectiveKind::kSend || kind == CollectiveKind::kRecv;
}

// The pairs of slot and value.
std::vector<std::pair<std::string_view, std::string_view>> SlotsOf(std::string_view list) {
  std::vector<std::pair<std::string_view, std::string_view>> slots;
  ForEachSlot(list, [&](std::string_view slot, std::string_view value) {
    slots.emplace_back(slot, value);
  });
  return slots;
}

// How many devices exchange in a group, as an instruction's replica groups tell.
int64_t GroupSizeOf(const Profile& profile, OpId op) {
  constexpr std::string_view kAttribute = "group_size";  // as the reader of XSpaces names it
  const std::string_view text = TextAttribute(profile, op, kAttribute).value_or("");
  int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  const bool is_known = error == std::errc() && end == text.data() + text.size() && size > 0;
  return is_known ? size : kUnknown;
}

}  // namespace

void FillFromInputs(const Profile& profile, OpId op, CollectiveEvent& collective) {
  const OpRow& row = profile.ops.row[op];
  // Both are lists of "SLOT:WHAT", and shapes have no slot for a tensor without dimensions.
  const auto shapes = SlotsOf(profile.strings[row.input_shapes]);
  const auto types = SlotsOf(profile.strings[row.input_types]);
  if (collective.bytes != kUnknown || !IsSizeOfInput(collective.kind)) return;
  if (shapes.empty() || shapes.size() != types.size()) return;
  int64_t sum = 0;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const auto [slot, shape] = shapes[i];
    auto [slot_of_type, type] = types[i];
    if (slot != slot_of_type) return;
    type = WithoutC10(type);
    const int64_t bytes = Product(ElementsOfInput(shape), ElementBytes(type));
    if (bytes == kUnknown || __builtin_add_overflow(sum, bytes, &sum)) return;
    collective.dtype = type;
  }
  collective.bytes = sum;
}

int64_t BytesOfElements(const CollectiveDetails& details) {
  const int64_t elements = details.in_elements == kUnknown ? details.out_elements
                           : details.out_elements == kUnknown
                               ? details.in_elements
                               : std::max(details.in_elements, details.out_elements);
  const int64_t size = ElementBytes(details.dtype);
  return elements == kUnknown || size == kUnknown ? kUnknown : Product(elements, size);
}

void FillFromInstruction(const Profile& profile, OpId op, CollectiveEvent& collective) {
  if (profile.ops.row[op].kind != OpKind::kHloInstruction) return;
  if (collective.group_size == kUnknown) collective.group_size = GroupSizeOf(profile, op);
  const bool is_start =
      profile.strings[profile.ops.row[op].type].find("-start") != std::string_view::npos;
  // The shape of an all-reduce-start is the result's shape; the shapes of other ...-start
  // instructions include the operands.
  const bool has_operands = is_start && collective.kind != CollectiveKind::kAllReduce;
  const std::vector<std::string_view> types = ElementTypesOf(profile, op);
  int64_t sum = 0, greatest = 0;
  size_t slot = 0;
  for (const OpOutputShape& shape : profile.ops.output_shapes[op]) {
    if (slot >= types.size()) return;
    const int64_t bytes = BytesOfShape(profile, shape, types[slot]);
    if (bytes == kUnknown || __builtin_add_overflow(sum, bytes, &sum)) return;
    greatest = std::max(greatest, bytes);
    ++slot;
  }
  if (slot == 0) return;
  collective.bytes = has_operands ? greatest : sum;
  // A reduce-scatter's input is its result times the size of the group.
  if (collective.kind == CollectiveKind::kReduceScatter && !has_operands) {
    collective.bytes = collective.group_size == kUnknown
                           ? kUnknown
                           : Product(collective.group_size, collective.bytes);
  }
  collective.dtype = types[0].substr(0, types[0].find('['));
}

absl::StatusOr<CoreCollectives> CollectivesByCore(const Selected& selected, RunContext& context) {
  CoreCollectives by_core;
  const auto& devices = selected.profile().devices;
  const auto is_core = [](const DeviceRow& device) { return device.kind == DeviceKind::kTpu; };
  if (std::none_of(devices.values().begin(), devices.values().end(), is_core)) return by_core;
  PROFILER_ASSIGN_OR_RETURN(const std::vector<CollectiveEvent> events,
                            FindCollectives(selected, context));
  for (const CollectiveEvent& event : events) {
    if (!event.step.valid() || !event.device.valid() || !is_core(devices[event.device])) continue;
    by_core[{event.step, event.device}].Add(event, 0);
  }
  return by_core;
}

}  // namespace profiler

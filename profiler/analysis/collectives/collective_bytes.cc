#include "profiler/analysis/collectives/collective_bytes.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "profiler/analysis/ops/hlo_text.h"

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

}  // namespace

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
  // A reduce-scatter's input is its result times the size of the group.
  if (collective.kind == CollectiveKind::kReduceScatter) return;
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
  collective.dtype = types[0].substr(0, types[0].find('['));
}

}  // namespace profiler

#ifndef PROFILER_READERS_XSPACE_HLO_HLO_INSTRUCTION_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_INSTRUCTION_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler::xspace {

// An array of an instruction's result; a result that is a tuple has several.
struct HloArray {
  uint64_t type = 0;  // an xla.PrimitiveType
  std::vector<int64_t> dims;

  // Both are 0 where a dimension is negative.
  double elements() const;
  double bytes() const;
};

struct HloResult {
  std::vector<HloArray> arrays;  // in the order of the text
  bool is_tuple = false;
  bool is_cut = false;  // has more arrays than are kept

  double elements() const;
  double first_elements() const;  // of the first array
  double bytes() const;           // of a tuple, of its table of pointers
  double array_bytes() const;     // of all arrays
};

// Decodes a ShapeProto. Tuples nest.
HloResult DecodeResult(std::string_view shape);

// The groups of devices that exchange data in a collective. XLA writes them in one of several ways,
// by its version.
class ReplicaGroups {
 public:
  void AddGroup(std::string_view group);    // a ReplicaGroup
  void AddList(std::string_view list);      // a CollectiveDeviceListProto
  void AddByCounts(std::string_view list);  // an IotaReplicaGroupListProto

  // How many devices a group has. kUnknown if no group was recorded (XLA then means all devices,
  // however many these are), or if groups differ in size.
  int64_t size() const { return size_ > 0 ? size_ : kUnknown; }

 private:
  static constexpr int64_t kUnlike = -2;

  void AddSize(int64_t size);

  int64_t size_ = 0;  // 0 before the first group
};

// An HloInstructionProto. Texts point into the file.
struct HloInstruction {
  std::string_view name, opcode, shape, metadata;
  std::string_view fusion_kind;  // kLoop, kInput, kOutput, kCustom
  std::string_view custom_call_target;
  std::string_view window, dot_dimensions, convolution_dimensions;
  int64_t id = kUnknown;
  int64_t parameter = 0;  // of a parameter: which
  int64_t feature_groups = 1, batch_groups = 1;
  std::vector<int64_t> dimensions, operands, controls, called, fft_length;
  ReplicaGroups groups;  // of a collective
  HloResult result;
  OpId op;
};

HloInstruction DecodeInstruction(std::string_view bytes);

// The opcode alone, of an HloInstructionProto.
std::string_view OpcodeOf(std::string_view bytes);

// The numbers of a repeated field, packed or not.
std::vector<int64_t> NumbersOf(std::string_view bytes, uint32_t field);

// XLA's name of what an instruction does, as "loop fusion" or "data formatting".
std::string_view CategoryOf(const HloInstruction& instruction);

// Whether each element of the result needs only the elements of the operands at the same place.
bool IsElementwise(std::string_view opcode);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_HLO_INSTRUCTION_H_

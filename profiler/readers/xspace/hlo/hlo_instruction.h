#ifndef PROFILER_READERS_XSPACE_HLO_HLO_INSTRUCTION_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_INSTRUCTION_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/xspace/hlo/replica_groups.h"
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
  int64_t channel = kUnknown;
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

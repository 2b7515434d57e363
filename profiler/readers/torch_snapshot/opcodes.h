// The opcodes of Python's pickles, protocols 0 to 5, as pickletools documents them.
#ifndef PROFILER_READERS_TORCH_SNAPSHOT_OPCODES_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_OPCODES_H_

#include <cstdint>
#include <string>

namespace profiler::torch_snapshot {

enum Opcode : uint8_t {
  kStop = '.',
  kNone = 'N',
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kLong1 = 0x8a,
  kLong4 = 0x8b,
  kBinFloat = 'G',
  kShortBinUnicode = 0x8c,
  kBinUnicode = 'X',
  kBinUnicode8 = 0x8d,
  kShortBinString = 'U',
  kBinString = 'T',
  kShortBinBytes = 'C',
  kBinBytes = 'B',
  kBinBytes8 = 0x8e,
  kByteArray8 = 0x96,
  kEmptyList = ']',
  kAppend = 'a',
  kAppends = 'e',
  kList = 'l',
  kEmptyTuple = ')',
  kTuple = 't',
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kEmptyDict = '}',
  kDict = 'd',
  kSetItem = 's',
  kSetItems = 'u',
  kEmptySet = 0x8f,
  kAddItems = 0x90,
  kFrozenSet = 0x91,
  kBinGet = 'h',
  kLongBinGet = 'j',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kMemoize = 0x94,
  kMark = '(',
  kPop = '0',
  kPopMark = '1',
  kDup = '2',
  kProto = 0x80,
  kFrame = 0x95,
  // Of protocols 0 and 1: a line of text follows.
  kInt = 'I',
  kLong = 'L',
  kFloat = 'F',
  kString = 'S',
  kUnicode = 'V',
  kGet = 'g',
  kPut = 'p',
};

enum class OpcodeGroup : uint8_t {
  kInvalid,
  kNumber,  // None and booleans as well
  kText,
  kContainer,
  kMemo,
  kStack,
  kLine,
  kCode,  // imports, calls, makes an object, or asks the program for one
};

OpcodeGroup GroupOf(uint8_t opcode);

// Python's name of the opcode, or its number.
std::string NameOf(uint8_t opcode);

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_OPCODES_H_

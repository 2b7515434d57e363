#include "profiler/readers/torch_snapshot/opcodes.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace profiler::torch_snapshot {
namespace {

using enum OpcodeGroup;

struct OpcodeInfo {
  uint8_t opcode;
  std::string_view name;
  OpcodeGroup group;
};

constexpr OpcodeInfo kOpcodes[] = {
    {Opcode::kStop, "STOP", kStack},
    {Opcode::kNone, "NONE", kNumber},
    {kNewTrue, "NEWTRUE", kNumber},
    {kNewFalse, "NEWFALSE", kNumber},
    {kBinInt, "BININT", kNumber},
    {kBinInt1, "BININT1", kNumber},
    {kBinInt2, "BININT2", kNumber},
    {kLong1, "LONG1", kNumber},
    {kLong4, "LONG4", kNumber},
    {kBinFloat, "BINFLOAT", kNumber},
    {kShortBinUnicode, "SHORT_BINUNICODE", kText},
    {kBinUnicode, "BINUNICODE", kText},
    {kBinUnicode8, "BINUNICODE8", kText},
    {kShortBinString, "SHORT_BINSTRING", kText},
    {kBinString, "BINSTRING", kText},
    {kShortBinBytes, "SHORT_BINBYTES", kText},
    {kBinBytes, "BINBYTES", kText},
    {kBinBytes8, "BINBYTES8", kText},
    {kByteArray8, "BYTEARRAY8", kText},
    {kEmptyList, "EMPTY_LIST", kContainer},
    {kAppend, "APPEND", kContainer},
    {kAppends, "APPENDS", kContainer},
    {kList, "LIST", kContainer},
    {kEmptyTuple, "EMPTY_TUPLE", kContainer},
    {kTuple, "TUPLE", kContainer},
    {kTuple1, "TUPLE1", kContainer},
    {kTuple2, "TUPLE2", kContainer},
    {kTuple3, "TUPLE3", kContainer},
    {kEmptyDict, "EMPTY_DICT", kContainer},
    {kDict, "DICT", kContainer},
    {kSetItem, "SETITEM", kContainer},
    {kSetItems, "SETITEMS", kContainer},
    {kEmptySet, "EMPTY_SET", kContainer},
    {kAddItems, "ADDITEMS", kContainer},
    {kFrozenSet, "FROZENSET", kContainer},
    {kBinGet, "BINGET", kMemo},
    {kLongBinGet, "LONG_BINGET", kMemo},
    {kBinPut, "BINPUT", kMemo},
    {kLongBinPut, "LONG_BINPUT", kMemo},
    {kMemoize, "MEMOIZE", kMemo},
    {kMark, "MARK", kStack},
    {kPop, "POP", kStack},
    {kPopMark, "POP_MARK", kStack},
    {kDup, "DUP", kStack},
    {kProto, "PROTO", kStack},
    {kFrame, "FRAME", kStack},
    {'c', "GLOBAL", kCode},
    {0x93, "STACK_GLOBAL", kCode},
    {'R', "REDUCE", kCode},
    {'b', "BUILD", kCode},
    {'i', "INST", kCode},
    {'o', "OBJ", kCode},
    {0x81, "NEWOBJ", kCode},
    {0x92, "NEWOBJ_EX", kCode},
    {'P', "PERSID", kCode},
    {'Q', "BINPERSID", kCode},
    {0x82, "EXT1", kCode},
    {0x83, "EXT2", kCode},
    {0x84, "EXT4", kCode},
    {0x97, "NEXT_BUFFER", kCode},
    {0x98, "READONLY_BUFFER", kCode},
    {kInt, "INT", kLine},
    {kLong, "LONG", kLine},
    {kFloat, "FLOAT", kLine},
    {kString, "STRING", kLine},
    {kUnicode, "UNICODE", kLine},
    {kGet, "GET", kLine},
    {kPut, "PUT", kLine},
};

constexpr std::array<const OpcodeInfo*, 256> kByNumber = [] {
  std::array<const OpcodeInfo*, 256> table = {};
  for (const OpcodeInfo& info : kOpcodes) table[info.opcode] = &info;
  return table;
}();

}  // namespace

OpcodeGroup GroupOf(uint8_t opcode) {
  return kByNumber[opcode] == nullptr ? kInvalid : kByNumber[opcode]->group;
}

std::string NameOf(uint8_t opcode) {
  if (kByNumber[opcode] != nullptr) return std::string(kByNumber[opcode]->name);
  return fmt::format("opcode 0x{:02x}", opcode);
}

}  // namespace profiler::torch_snapshot

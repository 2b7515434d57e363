#include "profiler/readers/tfprof/sniff.h"

#include <algorithm>

#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/common/wire_shape.h"

// A namespace of its own: names are short, and files of a library are compiled together.
namespace profiler::shape {
namespace {

using enum WireKind;

// The parts of the schemas that distinguish the formats. Only fields that are common in real files
// have a high weight; the others are listed so that they do not count as unknown.

constexpr WireField kIntToIntFields[] = {{1, kVarint, 3}, {2, kVarint, 7}};
constexpr WireShape kIntToInt{kIntToIntFields};
constexpr WireField kIntToTextFields[] = {{1, kVarint, 4}, {2, kText, 6}};
constexpr WireShape kIntToText{kIntToTextFields};
constexpr WireField kIntToBytesFields[] = {{1, kVarint, 6}, {2, kBytes, 4}};
constexpr WireShape kIntToBytes{kIntToBytesFields};
constexpr WireField kTextToBytesFields[] = {{1, kText, 6}, {2, kBytes, 4}};
constexpr WireShape kTextToBytes{kTextToBytesFields};

// tfprof's own messages.
constexpr WireField kTraceFields[] = {{1, kText, 3},   {2, kVarint, 2}, {3, kText, 3},
                                      {4, kText, 3},   {5, kVarint, 2}, {6, kVarint, 3},
                                      {7, kVarint, 3}, {8, kVarint, 3}};
constexpr WireShape kTrace{kTraceFields};
constexpr WireField kCodeDefFields[] = {{1, kMessage, 10, &kTrace}};
constexpr WireShape kCodeDef{kCodeDefFields};
constexpr WireField kExecProfileFields[] = {
    {1, kVarint, 3},
    {2, kVarint, 3},
    {3, kVarint, 3},
    {4, kMessage, 3, &kTextToBytes},
    {5, kMessage, 3, &kTextToBytes},
    {6, kText, 2},
    {7, kBytes, 1},
    {11, kBytes, 1},
};
constexpr WireShape kExecProfile{kExecProfileFields};
constexpr WireField kExecEntryFields[] = {{1, kVarint, 4}, {2, kMessage, 6, &kExecProfile}};
constexpr WireShape kExecEntry{kExecEntryFields};
constexpr WireField kProfileNodeFields[] = {
    {1, kText, 3},
    {2, kMessage, 1, &kIntToInt},
    {3, kMessage, 1, &kIntToInt},
    {4, kPacked, 1},
    {5, kText, 2},
    {6, kText, 2},
    {7, kText, 2},
    {8, kVarint, 1},
    {9, kText, 3},
    {10, kMessage, 3, &kCodeDef},
    {11, kMessage, 1, &kTextToBytes},
    {12, kMessage, 3, &kExecEntry},
    {13, kVarint, 2},
    {14, kMessage, 1, &kIntToInt},
    {15, kMessage, 1, &kIntToBytes},
    {16, kMessage, 1, &kIntToBytes},
};
constexpr WireShape kProfileNode{kProfileNodeFields};
constexpr WireField kNodeEntryFields[] = {{1, kVarint, 2}, {2, kMessage, 8, &kProfileNode}};
constexpr WireShape kNodeEntry{kNodeEntryFields};
constexpr WireField kProfileProtoFields[] = {
    {1, kMessage, 10, &kNodeEntry}, {2, kVarint, 3}, {3, kPacked, 6},
    {4, kMessage, 5, &kIntToText},  {5, kVarint, 3},
};
constexpr WireShape kProfileProto{kProfileProtoFields};

constexpr WireField kOpLogEntryFields[] = {
    {1, kText, 2}, {2, kVarint, 4}, {3, kText, 4}, {4, kMessage, 6, &kCodeDef}};
constexpr WireShape kOpLogEntry{kOpLogEntryFields};
constexpr WireField kOpLogFields[] = {{1, kMessage, 10, &kOpLogEntry},
                                      {2, kMessage, 5, &kIntToText}};
constexpr WireShape kOpLog{kOpLogFields};

// TensorFlow's graph and step stats.
constexpr WireField kNodeDefFields[] = {
    {1, kText, 3},  {2, kText, 5}, {3, kText, 1}, {4, kText, 1}, {5, kMessage, 2, &kTextToBytes},
    {6, kBytes, 1}, {7, kBytes, 1}};
constexpr WireShape kNodeDef{kNodeDefFields};
constexpr WireField kSignatureFields[] = {{1, kText, 10}, {2, kBytes, 1}, {3, kBytes, 1},
                                          {4, kBytes, 1}, {5, kBytes, 1}, {6, kBytes, 1}};
constexpr WireShape kSignature{kSignatureFields};
constexpr WireField kFunctionDefFields[] = {{1, kMessage, 6, &kSignature},
                                            {3, kMessage, 4, &kNodeDef},
                                            {4, kMessage, 1, &kTextToBytes},
                                            {5, kMessage, 1, &kTextToBytes},
                                            {6, kMessage, 1, &kTextToBytes},
                                            {7, kBytes, 1},
                                            {8, kBytes, 1}};
constexpr WireShape kFunctionDef{kFunctionDefFields};
constexpr WireField kLibraryFields[] = {
    {1, kMessage, 10, &kFunctionDef}, {2, kBytes, 1}, {3, kBytes, 1}};
constexpr WireShape kLibrary{kLibraryFields};
constexpr WireField kVersionsFields[] = {{1, kVarint, 5}, {2, kVarint, 5}, {3, kPacked, 1}};
constexpr WireShape kVersions{kVersionsFields};
constexpr WireField kGraphDefFields[] = {{1, kMessage, 10, &kNodeDef},
                                         {2, kMessage, 10, &kLibrary},
                                         {3, kVarint, 1},
                                         {4, kMessage, 6, &kVersions},
                                         {5, kBytes, 0}};
constexpr WireShape kGraphDef{kGraphDefFields};

constexpr WireField kNodeExecStatsFields[] = {
    {1, kText, 3},    {2, kVarint, 3},  {3, kVarint, 1},  {4, kVarint, 1},  {5, kVarint, 2},
    {6, kBytes, 1},   {7, kBytes, 1},   {8, kText, 2},    {9, kVarint, 1},  {10, kVarint, 1},
    {11, kBytes, 1},  {12, kBytes, 1},  {13, kVarint, 1}, {14, kVarint, 1}, {15, kVarint, 1},
    {16, kVarint, 1}, {17, kVarint, 1},
};
constexpr WireShape kNodeExecStats{kNodeExecStatsFields};
constexpr WireField kDeviceStepStatsFields[] = {
    {1, kText, 5}, {2, kMessage, 6, &kNodeExecStats}, {3, kMessage, 1, &kIntToText}};
constexpr WireShape kDeviceStepStats{kDeviceStepStatsFields};
constexpr WireField kStepStatsFields[] = {{1, kMessage, 10, &kDeviceStepStats}};
constexpr WireShape kStepStats{kStepStatsFields};
constexpr WireField kCostNodeFields[] = {
    {1, kText, 3},    {2, kText, 3},    {3, kVarint, 3},  {4, kBytes, 1},
    {5, kBytes, 1},   {6, kVarint, 1},  {7, kVarint, 1},  {8, kPacked, 1},
    {9, kVarint, 1},  {10, kVarint, 1}, {11, kVarint, 1}, {12, kVarint, 1},
    {14, kVarint, 1}, {15, kVarint, 1}, {16, kVarint, 1}, {17, kVarint, 1}};
constexpr WireShape kCostNode{kCostNodeFields};
constexpr WireField kCostGraphFields[] = {{1, kMessage, 10, &kCostNode}, {2, kBytes, 1}};
constexpr WireShape kCostGraph{kCostGraphFields};
constexpr WireField kFunctionGraphsFields[] = {
    {1, kMessage, 5, &kGraphDef}, {2, kMessage, 5, &kGraphDef}, {3, kMessage, 5, &kGraphDef}};
constexpr WireShape kFunctionGraphs{kFunctionGraphsFields};
constexpr WireField kSessionMetadataFields[] = {{1, kText, 5}, {2, kVarint, 5}};
constexpr WireShape kSessionMetadata{kSessionMetadataFields};
constexpr WireField kRunMetadataFields[] = {{1, kMessage, 10, &kStepStats},
                                            {2, kMessage, 10, &kCostGraph},
                                            {3, kMessage, 10, &kGraphDef},
                                            {4, kMessage, 10, &kFunctionGraphs},
                                            {5, kMessage, 1, &kSessionMetadata}};
constexpr WireShape kRunMetadata{kRunMetadataFields};

}  // namespace
}  // namespace profiler::shape

namespace profiler {

int SniffProfileProto(std::string_view bytes) { return ShapeScore(shape::kProfileProto, bytes); }

int SniffProfileProtoText(std::string_view bytes) {
  return TextProtoScore(bytes, {"nodes", "id_to_string"});
}

int SniffRunMetadata(std::string_view bytes) {
  return std::max(
      ShapeScore(shape::kRunMetadata, bytes),
      TextProtoScore(bytes, {"step_stats", "cost_graph", "partition_graphs", "function_graphs"}));
}

int SniffGraphDef(std::string_view bytes) {
  return std::max(ShapeScore(shape::kGraphDef, bytes),
                  TextProtoScore(bytes, {"node", "library", "versions"}));
}

int SniffOpLog(std::string_view bytes) {
  return std::max(ShapeScore(shape::kOpLog, bytes), TextProtoScore(bytes, {"log_entries"}));
}

}  // namespace profiler

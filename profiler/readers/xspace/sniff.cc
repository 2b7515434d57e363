#include "profiler/readers/xspace/sniff.h"

#include <algorithm>

#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/common/wire_shape.h"

// A namespace of its own: names are short, and files of a library are compiled together.
namespace profiler::shape {
namespace {

using enum WireKind;

constexpr WireField kXEventFields[] = {
    {1, kVarint, 4}, {2, kVarint, 3}, {3, kVarint, 4}, {4, kBytes, 1}, {5, kVarint, 2}};
constexpr WireShape kXEvent{kXEventFields};
constexpr WireField kXLineFields[] = {
    {1, kVarint, 2}, {2, kText, 3},    {3, kVarint, 2}, {4, kMessage, 4, &kXEvent},
    {9, kVarint, 1}, {10, kVarint, 1}, {11, kText, 1}};
constexpr WireShape kXLine{kXLineFields};
constexpr WireField kXMetadataFields[] = {{1, kVarint, 4}, {2, kText, 6},  {3, kBytes, 1},
                                          {4, kText, 2},   {5, kBytes, 1}, {6, kPacked, 1}};
constexpr WireShape kXMetadata{kXMetadataFields};
constexpr WireField kXMetadataEntryFields[] = {{1, kVarint, 4}, {2, kMessage, 6, &kXMetadata}};
constexpr WireShape kXMetadataEntry{kXMetadataEntryFields};
constexpr WireField kXPlaneFields[] = {{1, kVarint, 2},
                                       {2, kText, 4},
                                       {3, kMessage, 4, &kXLine},
                                       {4, kMessage, 4, &kXMetadataEntry},
                                       {5, kMessage, 4, &kXMetadataEntry},
                                       {6, kBytes, 1}};
constexpr WireShape kXPlane{kXPlaneFields};
constexpr WireField kXSpaceFields[] = {
    {1, kMessage, 10, &kXPlane}, {2, kText, 1}, {3, kText, 1}, {4, kText, 2}};
constexpr WireShape kXSpace{kXSpaceFields};

}  // namespace
}  // namespace profiler::shape

namespace profiler {

int SniffXSpace(std::string_view bytes) {
  return std::max(ShapeScore(shape::kXSpace, bytes), TextProtoScore(bytes, {"planes"}));
}

}  // namespace profiler

#include "profiler/open/sniff/pprof.h"

#include "profiler/io/gzip.h"
#include "profiler/readers/common/wire_shape.h"

// A separate namespace, because the names are short and may clash: a library's files are compiled
// together.
namespace profiler::shape {
namespace {

using enum WireKind;

constexpr WireField kIntToIntFields[] = {{1, kVarint, 3}, {2, kVarint, 7}};
constexpr WireShape kIntToInt{kIntToIntFields};
constexpr WireField kSampleFields[] = {{1, kPacked, 5}, {2, kPacked, 5}, {3, kBytes, 0}};
constexpr WireShape kSample{kSampleFields};
constexpr WireField kMappingFields[] = {
    {1, kVarint, 2}, {2, kVarint, 2}, {3, kVarint, 2}, {4, kVarint, 2}, {5, kVarint, 2},
    {6, kVarint, 2}, {7, kVarint, 2}, {8, kVarint, 1}, {9, kVarint, 1}, {10, kVarint, 1}};
constexpr WireShape kMapping{kMappingFields};
constexpr WireField kLineFields[] = {{1, kVarint, 7}, {2, kVarint, 3}, {3, kVarint, 1}};
constexpr WireShape kLine{kLineFields};
constexpr WireField kLocationFields[] = {
    {1, kVarint, 4}, {2, kVarint, 1}, {3, kVarint, 2}, {4, kMessage, 5, &kLine}, {5, kVarint, 1}};
constexpr WireShape kLocation{kLocationFields};
constexpr WireField kFunctionFields[] = {
    {1, kVarint, 4}, {2, kVarint, 4}, {3, kVarint, 2}, {4, kVarint, 2}, {5, kVarint, 1}};
constexpr WireShape kFunction{kFunctionFields};
constexpr WireField kPprofFields[] = {{1, kMessage, 10, &kIntToInt},
                                      {2, kMessage, 6, &kSample},
                                      {3, kMessage, 8, &kMapping},
                                      {4, kMessage, 10, &kLocation},
                                      {5, kMessage, 10, &kFunction},
                                      {6, kText, 3},
                                      {7, kVarint, 1},
                                      {8, kVarint, 1},
                                      {9, kVarint, 1},
                                      {10, kVarint, 1},
                                      {11, kMessage, 2, &kIntToInt},
                                      {12, kVarint, 1},
                                      {13, kPacked, 1},
                                      {14, kVarint, 1},
                                      {15, kVarint, 1}};
constexpr WireShape kPprof{kPprofFields};

}  // namespace
}  // namespace profiler::shape

namespace profiler {
namespace {

// Most pprof files are packed with gzip.
int SniffPprof(std::string_view bytes) {
  return ShapeScore(shape::kPprof, IsGzip(bytes) ? InflateBeginning(bytes) : bytes);
}

}  // namespace

constinit const Format kPprofFormat = {
    .name = "pprof",
    .description = "a pprof Profile",
    .sniff = SniffPprof,
    .hint = "this version cannot read it yet",
};

}  // namespace profiler

#ifndef PROFILER_READERS_XSPACE_HLO_HLO_SHAPE_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_SHAPE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::xspace {

// The ShapeProto at a place within a tuple; with an empty place, the shape itself. Empty if the
// tuple has no such place.
std::string_view ShapeAt(std::string_view shape, const std::vector<int64_t>& place);

// A ShapeProto as HLO text has it, with its layout: "f32[8,128]{1,0:T(8,128)}". A long tuple is
// cut.
std::string ShapeText(std::string_view shape);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_HLO_SHAPE_H_

#include "profiler/sql/functions/functions.h"

namespace profiler::sql {
namespace {

constexpr FunctionInfo kFunctions[] = {
    {"text REGEXP pattern", "whether RE2's pattern matches a part of the text"},
    {"duration(ns)", "a time for people: 12.3 ms"},
    {"bytes(x)", "a number of bytes for people: 4.56 GB"},
    {"stack(frame)", "the lines of code from the outermost frame to this one"},
    {"overlap(begin, end, begin, end)", "how long two intervals have in common"},
    {"median(x)", "the value in the middle"},
    {"percentile(x, 95)", "the percentile, in proportion between two values, as numpy's"},
    {"union_duration(begin, end)", "the time that the intervals cover, overlaps counted once"},
    {"span_join('left', 'right', 'column')",
     "a table of the pairs of rows whose times overlap: begin, duration, left_id, right_id"},
    {"sum(x)", "exact up to 128 bits; a sum that needs more than 64 is a real number"},
};

}  // namespace

std::span<const FunctionInfo> AllFunctions() { return kFunctions; }

}  // namespace profiler::sql

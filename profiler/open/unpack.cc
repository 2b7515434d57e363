#include "profiler/open/unpack.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "profiler/open/formats.h"

namespace profiler {
namespace {

bool IsRead(const Format* format) { return format != nullptr && format->read != nullptr; }

bool HoldsProfile(std::string_view gzip) { return IsRead(SurestFormat(InflateBeginning(gzip))); }

}  // namespace

bool IsReadable(std::string_view bytes) {
  return IsRead(SurestFormat(bytes)) || (IsGzip(bytes) && HoldsProfile(bytes));
}

absl::StatusOr<Input> Unpacked(const Input& input, std::string_view named, ImportReport& report,
                               RunContext& context) {
  const std::string_view packed = input.bytes();
  if (!IsGzip(packed) || (named.empty() && !HoldsProfile(packed))) return input;
  context.Doing("unpacking");
  const size_t most = MostInflated(packed.size());
  PROFILER_ASSIGN_OR_RETURN(Inflated inflated, Inflate(packed, most, context));
  switch (inflated.end) {
    case Inflated::End::kWhole:
      break;
    case Inflated::End::kCut:
      report.Count(ImportProblem::kTruncated, input.name(), packed.size(), "packed with gzip");
      break;
    case Inflated::End::kDamaged:
      report.CountWhole(ImportProblem::kMalformedField, input.name(), 1, "packed with gzip");
      break;
    case Inflated::End::kTooLarge:
      return absl::ResourceExhaustedError(
          fmt::format("'{}' unpacks to more than {} MiB; unpack it with gunzip and give what comes "
                      "out, if it can be trusted",
                      input.name(), most >> 20));
  }
  context.Doing("reading");
  return Input::FromBytes(input.name(), std::move(inflated.bytes));
}

}  // namespace profiler

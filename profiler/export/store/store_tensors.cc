#include "profiler/export/store/store_tensors.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/base/status.h"
#include "profiler/report/report.h"
#include "profiler/store/file/format.h"

namespace profiler {
namespace {

using protozero::pbf_writer;
using store_file::TensorField;

static_assert(store_file::kTensorValues == kMaxReportedTensorValues);

void Add(pbf_writer& out, TensorField field, std::string_view bytes) {
  out.add_bytes(static_cast<uint32_t>(field), bytes.data(), bytes.size());
}

bool IsSingle(double value) {
  const auto single = static_cast<double>(static_cast<float>(value));
  return std::bit_cast<uint64_t>(single) == std::bit_cast<uint64_t>(value);
}

struct ValuesWriter {
  pbf_writer& out;

  void operator()(const std::vector<double>& reals) const {
    if (std::all_of(reals.begin(), reals.end(), IsSingle)) {
      const std::vector<float> singles(reals.begin(), reals.end());
      out.add_packed_float(static_cast<uint32_t>(TensorField::kSingles), singles.begin(),
                           singles.end());
    } else {
      out.add_packed_double(static_cast<uint32_t>(TensorField::kReals), reals.begin(), reals.end());
    }
  }
  void operator()(const std::vector<int64_t>& integers) const {
    out.add_packed_sint64(static_cast<uint32_t>(TensorField::kIntegers), integers.begin(),
                          integers.end());
  }
  void operator()(const std::vector<uint64_t>& integers) const {
    out.add_packed_uint64(static_cast<uint32_t>(TensorField::kWideIntegers), integers.begin(),
                          integers.end());
  }
  void operator()(const std::vector<std::complex<double>>& numbers) const {
    std::vector<double> parts;
    for (const std::complex<double>& number : numbers) {
      parts.push_back(number.real());
      parts.push_back(number.imag());
    }
    out.add_packed_double(static_cast<uint32_t>(TensorField::kComplex), parts.begin(), parts.end());
  }
};

void WriteTensor(std::string_view name, const absl::StatusOr<TensorValue>& value, pbf_writer& out) {
  Add(out, TensorField::kName, name);
  if (!value.ok()) {
    out.add_int32(static_cast<uint32_t>(TensorField::kErrorCode),
                  static_cast<int32_t>(value.status().code()));
    Add(out, TensorField::kError, Message(value.status()));
    return;
  }
  Add(out, TensorField::kDtype, value->dtype);
  out.add_packed_sint64(static_cast<uint32_t>(TensorField::kShape), value->shape.begin(),
                        value->shape.end());
  std::visit(ValuesWriter{out}, value->values);
}

}  // namespace

absl::Status WriteStoreTensors(const Profile& profile, const RunContext& context,
                               StoreFrames& frames) {
  if (profile.tensor_values == nullptr) return absl::OkStatus();
  absl::flat_hash_set<StringId> seen;
  std::string message;
  uint64_t row = 0;
  for (const VariableRow& variable : profile.variables) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    if (!seen.insert(variable.name).second) continue;
    const std::string_view name = profile.strings[variable.name];
    message.clear();
    pbf_writer out(message);
    if (row > 0) out.add_uint64(store_file::kFirstRow, row);
    WriteTensor(name, profile.tensor_values->Read(name, store_file::kTensorValues), out);
    PROFILER_RETURN_IF_ERROR(frames.Add(store_file::Table::kTensorValues, message));
    ++row;
  }
  return absl::OkStatus();
}

}  // namespace profiler

#include "profiler/readers/checkpoint/tensor_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

namespace profiler {
namespace {

using enum NumberForm;

constexpr std::array<Dtype, 28> kDtypes = {{
    {1, "float32", 4, kFloat},       {2, "float64", 8, kFloat},
    {3, "int32", 4, kSigned},        {4, "uint8", 1, kUnsigned},
    {5, "int16", 2, kSigned},        {6, "int8", 1, kSigned},
    {7, "string", 0, kNone},         {8, "complex64", 8, kComplex},
    {9, "int64", 8, kSigned},        {10, "bool", 1, kUnsigned},
    {11, "qint8", 1, kSigned},       {12, "quint8", 1, kUnsigned},
    {13, "qint32", 4, kSigned},      {14, "bfloat16", 2, kBfloat16},
    {15, "qint16", 2, kSigned},      {16, "quint16", 2, kUnsigned},
    {17, "uint16", 2, kUnsigned},    {18, "complex128", 16, kComplex},
    {19, "float16", 2, kHalf},       {20, "resource", 0, kNone},
    {21, "variant", 0, kNone},       {22, "uint32", 4, kUnsigned},
    {23, "uint64", 8, kUnsigned},    {24, "float8_e5m2", 0, kNone},
    {25, "float8_e4m3fn", 0, kNone}, {29, "int4", 0, kNone},
    {30, "uint4", 0, kNone},         {0, "invalid", 0, kNone},
}};

// Reads an unsigned number of `size` bytes.
uint64_t Load(const char* at, int size, bool big_endian) {
  uint64_t number = 0;
  for (int i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(at[big_endian ? i : size - 1 - i]);
    number = number << 8 | byte;
  }
  return number;
}

double FromHalf(uint64_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>(bits >> 10 & 0x1f);
  const auto fraction = static_cast<double>(bits & 0x3ff);
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 0x1f) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  }
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

double LoadReal(NumberForm form, const char* at, int size, bool big_endian) {
  const uint64_t bits = Load(at, size, big_endian);
  if (form == kHalf) return FromHalf(bits);
  if (form == kBfloat16) return std::bit_cast<float>(static_cast<uint32_t>(bits << 16));
  if (size == 8) return std::bit_cast<double>(bits);
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}

int64_t LoadInteger(NumberForm form, const char* at, int size, bool big_endian) {
  const uint64_t bits = Load(at, size, big_endian);
  if (form == kUnsigned) return static_cast<int64_t>(bits);
  const int unused = 64 - 8 * size;
  return static_cast<int64_t>(bits << unused) >> unused;
}

}  // namespace

const Dtype* FindDtype(int number) {
  const auto* found = std::find_if(kDtypes.begin(), kDtypes.end(),
                                   [&](const Dtype& dtype) { return dtype.number == number; });
  return found == kDtypes.end() ? nullptr : found;
}

std::string DtypeName(int number) {
  const Dtype* dtype = FindDtype(number);
  return dtype != nullptr ? std::string(dtype->name) : fmt::format("dtype {}", number);
}

TensorValue::Values MakeValues(const Dtype& dtype, size_t count) {
  if (dtype.form == kComplex) return std::vector<std::complex<double>>(count);
  if (dtype.form == kSigned) return std::vector<int64_t>(count);
  if (dtype.form != kUnsigned) return std::vector<double>(count);
  if (dtype.bytes == 8) return std::vector<uint64_t>(count);
  return std::vector<int64_t>(count);
}

void DecodeElements(const Dtype& dtype, std::string_view bytes, bool big_endian, size_t at,
                    TensorValue::Values& values) {
  const auto step = static_cast<size_t>(dtype.bytes);
  const auto decode = [&](auto& numbers, const auto& load) {
    for (const char* p = bytes.data(); p != bytes.data() + bytes.size(); p += step) {
      numbers[at++] = load(p);
    }
  };
  const NumberForm form = dtype.form;
  const int size = dtype.bytes;
  if (auto* reals = std::get_if<std::vector<double>>(&values)) {
    decode(*reals, [&](const char* p) { return LoadReal(form, p, size, big_endian); });
  } else if (auto* integers = std::get_if<std::vector<int64_t>>(&values)) {
    decode(*integers, [&](const char* p) { return LoadInteger(form, p, size, big_endian); });
  } else if (auto* wide = std::get_if<std::vector<uint64_t>>(&values)) {
    decode(*wide, [&](const char* p) { return Load(p, size, big_endian); });
  } else {
    decode(std::get<std::vector<std::complex<double>>>(values), [&](const char* p) {
      const int half = size / 2;
      return std::complex<double>(LoadReal(kFloat, p, half, big_endian),
                                  LoadReal(kFloat, p + half, half, big_endian));
    });
  }
}

}  // namespace profiler

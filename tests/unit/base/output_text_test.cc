// Numbers and texts in machine-readable output, as strings and in a ByteBuffer.
#include "profiler/base/output_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "profiler/base/byte_buffer.h"

namespace profiler {
namespace {

std::string JsonText(const std::string& text) {
  std::string out;
  AppendJsonText(text, out);
  ByteBuffer buffer;
  buffer.AddJsonText(text);
  CHECK(buffer.view() == out);
  return out;
}

std::string Micros(Int128 picos) {
  std::string out;
  AppendMicros(picos, out);
  ByteBuffer buffer;
  buffer.AddMicros(picos);
  CHECK(buffer.view() == out);
  return out;
}

std::string Wide(Int128 value) {
  std::string out;
  AppendInteger(value, out);
  ByteBuffer buffer;
  buffer.AddWide(value);
  CHECK(buffer.view() == out);
  return out;
}

TEST_CASE("A JSON string escapes what must be, wherever it stands") {
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  for (const size_t length : {1, 7, 8, 9, 16, 23}) {
    for (size_t at = 0; at < length; ++at) {
      for (int c = 0; c < 256; ++c) {
        std::string text(length, 'a');
        text[at] = static_cast<char>(c);
        const std::string expected = nlohmann::json(text).dump(-1, ' ', false, kReplace);
        if (JsonText(text) != expected) FAIL("byte " << c << " at " << at << " of " << length);
      }
    }
  }
  CHECK(JsonText("") == "\"\"");
}

TEST_CASE("Picoseconds stand as microseconds, exact and no longer than need be") {
  CHECK(Micros(0) == "0");
  CHECK(Micros(1) == "0.000001");
  CHECK(Micros(1'500'000) == "1.5");
  CHECK(Micros(-20) == "-0.00002");
  CHECK(Micros(-3'000'000) == "-3");
  CHECK(Micros(INT64_MAX) == "9223372036854.775807");
  CHECK(Micros(static_cast<Int128>(INT64_MAX) * 1'000'000) == "9223372036854775807");
  CHECK(Micros(static_cast<Int128>(INT64_MIN) * 1'000'000 - 10) == "-9223372036854775808.00001");
}

TEST_CASE("Integers of 128 bits") {
  CHECK(Wide(0) == "0");
  CHECK(Wide(INT64_MIN) == "-9223372036854775808");
  CHECK(Wide(static_cast<Int128>(INT64_MAX) + 1) == "9223372036854775808");
  CHECK(Wide(~(static_cast<Int128>(1) << 127)) == "170141183460469231731687303715884105727");
}

TEST_CASE("A buffer grows as it must, and starts anew when it is cleared") {
  ByteBuffer buffer;
  std::string expected;
  for (int64_t i = 0; i < 1000; ++i) {
    buffer.Literal("no ");
    buffer.AddInteger(i - 500);
    buffer.Add(',');
    buffer.Add(std::string(static_cast<size_t>(i), 'x'));
    expected += "no " + std::to_string(i - 500) + "," + std::string(static_cast<size_t>(i), 'x');
  }
  CHECK(buffer.view() == expected);
  buffer.Clear();
  CHECK(buffer.view().empty());
  buffer.Literal("again");
  CHECK(buffer.view() == "again");
}

}  // namespace
}  // namespace profiler

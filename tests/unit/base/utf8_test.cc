#include "profiler/base/text/utf8.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace profiler {
namespace {

// Another implementation of Unicode's recommendation.
std::string Replaced(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

TEST_CASE("Invalid characters are as long as Unicode recommends") {
  const std::string bytes = "A\x80\x90\xa0\xbf\xc1\xc2\xe0\xe1\xed\xf0\xf1\xf4\xf5";
  const size_t count = bytes.size();
  for (size_t number = 0; number < count * count * count * count; ++number) {
    std::string text;
    for (size_t rest = number; text.size() < 4; rest /= count) text += bytes[rest % count];
    if (ValidUtf8(text) != Replaced(text)) FAIL(number);
  }
  CHECK(FirstCharacter("\xe2\x82 ").length == 2);
  CHECK(FirstCharacter("\xe2\x82").length == 2);
  CHECK(FirstCharacter("\xed\xa0\x80").length == 1);  // a surrogate
  CHECK(FirstCharacter("\xff").code == 0xfffd);
}

TEST_CASE("Characters are read as they are appended") {
  for (const uint32_t code : {0x0, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff}) {
    std::string text;
    AppendCharacter(code, text);
    const Character character = FirstCharacter(text);
    CHECK(character.is_valid);
    CHECK(character.code == code);
    CHECK(character.length == text.size());
    CHECK(CountCharacters(text + text) == 2);
  }
}

TEST_CASE("A prefix holds whole characters") {
  CHECK(LettersWithin("n\u00e9t", 4) == "n\u00e9t");
  CHECK(LettersWithin("n\u00e9t", 3) == "n\u00e9");
  CHECK(LettersWithin("n\u00e9t", 2) == "n");
  CHECK(LettersWithin("\u00e9", 1).empty());
}

}  // namespace
}  // namespace profiler

#include "profiler/render/display.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "profiler/render/marks.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("Values that are compared have as many digits as tell them apart") {
  const auto apart = [](double value, double other, Unit unit) {
    const ScaledPair texts = ScaledApart(value, other, unit);
    return texts.value + " | " + texts.other;
  };
  CHECK(apart(19'510, 19'540, Unit::kMicros) == "19.51 ms | 19.54 ms");
  CHECK(apart(19'510, 19'700, Unit::kMicros) == "19.5 ms | 19.7 ms");
  CHECK(apart(19'510, 19'510, Unit::kMicros) == "19.5 ms | 19.5 ms");
  CHECK(apart(0.50001, 0.50002, Unit::kShare) == "50.001% | 50.002%");
  CHECK(apart(7'650'100'000, 7'650'900'000, Unit::kBytes) == "7.650 GB | 7.651 GB");
  CHECK(apart(kNan, 1, Unit::kMicros) == "- | 1 us");
  CHECK(apart(1, 1 + 1e-12, Unit::kMicros) == "1 us | 1 us");
}

TEST_CASE("The width of text is that of its characters") {
  CHECK(DisplayWidth("") == 0);
  CHECK(DisplayWidth("plain") == 5);
  CHECK(DisplayWidth("n\u00e9t") == 3);
  CHECK(DisplayWidth("e\u0301") == 1);       // with a combining accent
  CHECK(DisplayWidth("\u77e9\u9663") == 4);  // East Asian
  CHECK(DisplayWidth("\uff21\uac00\u3042") == 6);
  CHECK(DisplayWidth("\U0001f600") == 2);
  CHECK(DisplayWidth("a\u200bb") == 2);            // no width
  CHECK(DisplayWidth("\u0ba3\u0bcd") == 1);        // a mark of a rarer script
  CHECK(DisplayWidth("\u2588\u2502\u2026") == 3);  // what we draw with
  CHECK(DisplayWidth("\xff\xfe") == 2);
}

TEST_CASE("Printable text holds nothing that a terminal obeys") {
  CHECK(Printable("a\x1b[31m\n\t\r\x7f", true) == "a\\x1b[31m\\n\\t\\r\\x7f");
  CHECK(Printable("\xc2\x9b", true) == "\\u009b");      // a C1 control
  CHECK(Printable("\u202eabc", true) == "\\u202eabc");  // changes the direction
  CHECK(Printable("\u2028", true) == "\\u2028");
  CHECK(Printable("n\u00e9t \U0001f600", true) == "n\u00e9t \U0001f600");
  CHECK(Printable("n\u00e9t \U0001f600", false) == "n\\u00e9t \\U0001f600");
}

TEST_CASE("What is no UTF-8 is one U+FFFD for each broken character") {
  CHECK(Printable("\xff", true) == "\ufffd");
  CHECK(Printable("\xff", false) == "?");
  CHECK(Printable("cut \xe2\x82", true) == "cut \ufffd");
  CHECK(Printable("cut \xe2\x82 on", true) == "cut \ufffd on");
  CHECK(Printable("\xc0\xaf", true) == "\ufffd\ufffd");                      // overlong
  CHECK(Printable("\xed\xa0\x80", true) == "\ufffd\ufffd\ufffd");            // a surrogate
  CHECK(Printable("\xf4\x90\x80\x80", true) == "\ufffd\ufffd\ufffd\ufffd");  // beyond U+10FFFF
  CHECK(Printable("\xf4\x8f\xbf\xbf", true) == "\xf4\x8f\xbf\xbf");
}

TEST_CASE("What is too long is cut in the middle") {
  CHECK(CutMiddle("abcdefgh", 8, true) == "abcdefgh");
  CHECK(CutMiddle("abcdefgh", 7, true) == "abc\u2026fgh");
  CHECK(CutMiddle("abcdefgh", 4, true) == "ab\u2026h");
  CHECK(CutMiddle("abcdefgh", 1, true) == "\u2026");
  CHECK(CutMiddle("abcdefgh", 0, true).empty());
  CHECK(CutMiddle("abcdefgh", 7, false) == "ab...gh");
  CHECK(CutMiddle("abcdefgh", 2, false) == "..");
  // Wide characters are not halved, and combining marks stay with their characters.
  CHECK(CutMiddle("\u77e9\u9663\u77e9\u9663", 6, true) == "\u77e9\u2026\u9663");
  CHECK(CutMiddle("e\u0301xxxxe\u0301", 3, true) == "e\u0301\u2026e\u0301");
  for (size_t width = 0; width < 12; ++width) {
    CHECK(DisplayWidth(CutMiddle("\u77e9a\u9663b\u77e9c\u0301\u9663", width, true)) <= width);
  }
}

TEST_CASE("Values have few digits and a unit that suits them") {
  const auto time = [](Value picos) { return ScaledText(picos, Unit::kMicros); };
  CHECK(time(0) == "0 us");
  CHECK(time(1) == "0.001 ns");
  CHECK(time(250'000) == "250 ns");
  CHECK(time(12'000'000) == "12 us");
  CHECK(time(12'340'000) == "12.3 us");
  CHECK(time(999'400'000) == "999.4 us");
  CHECK(time(999'600'000) == "999.6 us");
  CHECK(time(Value{12'345} * 1'000'000) == "12.3 ms");
  CHECK(time(Value{59'940'000} * 1'000'000) == "59.9 s");
  CHECK(time(Value{59'960'000} * 1'000'000) == "1 min");
  CHECK(time(Value{90'000'000} * 1'000'000) == "1.5 min");
  CHECK(time(Value{3'600'000'000} * 1'000'000) == "1 h");
  CHECK(time(Value{-12'345} * 1'000'000) == "-12.3 ms");
  CHECK(time(kAbsent) == "-");

  CHECK(ScaledText(Value{999}, Unit::kBytes) == "999 B");
  CHECK(ScaledText(Value{1000}, Unit::kBytes) == "1 KB");
  CHECK(ScaledText(Value{4'560'000'000}, Unit::kBytes) == "4.56 GB");
  CHECK(ScaledText(Value{4'560'000'000'000}, Unit::kBytes) == "4.56 TB");
  CHECK(ScaledText(Value{7}, Unit::kCount) == "7");
  CHECK(ScaledText(Value{31'740}, Unit::kCount) == "31,740");
  CHECK(ScaledText(Value{7'000'000'000}, Unit::kCount) == "7G");
  CHECK(ScaledText(0.0425, Unit::kShare) == "4.2%");
  CHECK(ScaledText(42.0, Unit::kPercent) == "42.0%");
  CHECK(ScaledText(80.27, Unit::kShare) == "8,027%");
  CHECK(ScaledText(Value{1050}, Unit::kNone) == "1050");  // a step's number
  CHECK(ScaledText(19.5e12, Unit::kFlopsPerSecond) == "19.5 Tflop/s");
  CHECK(ScaledText(1.5e9, Unit::kBytesPerSecond) == "1.5 GB/s");
  CHECK(ScaledText(0.125, Unit::kNone) == "0.125");
  CHECK(ScaledText(kNan, Unit::kBytes) == "-");
  // Any value is valid.
  CHECK_FALSE(ScaledText(std::numeric_limits<Value>::max(), Unit::kCount).empty());
  CHECK_FALSE(ScaledText(std::numeric_limits<Value>::min(), Unit::kMicros).empty());
}

TEST_CASE("Bars are as long as shares are great") {
  CHECK(ShareBar(1, 4, true) == "████");
  CHECK(ShareBar(0.5, 4, true) == "██");
  CHECK(ShareBar(0.28125, 4, true) == "█▏");
  CHECK(ShareBar(0.5, 4, false) == "##");
  CHECK(ShareBar(7, 4, true) == "████");
  CHECK(ShareBar(0, 4, true).empty());
  CHECK(ShareBar(-1, 4, true).empty());
  CHECK(ShareBar(kNan, 4, true).empty());
}

TEST_CASE("Sparklines") {
  CHECK(Sparkline({0, 1, 2, 3, 4, 5, 6, 7}, 8, true) == "▁▂▃▄▅▆▇█");
  CHECK(Sparkline({0, 7}, 8, false) == "_#");
  CHECK(Sparkline({7, kNan, 7}, 8, true) == "█ █");
  CHECK(Sparkline({0, 0}, 8, true) == "▁▁");
  CHECK(Sparkline({-7, 0}, 8, true) == "▁█");
  CHECK(Sparkline({1000, 1100, 1200}, 8, true, /*from_least=*/true) == "▁▅█");
  CHECK(Sparkline({1000, 1001, 999}, 8, true, /*from_least=*/true) == "▁▁▁");
  CHECK(Sparkline({kNan, 5}, 8, true, /*from_least=*/true) == " ▁");
  CHECK(Sparkline({kNan}, 8, true, /*from_least=*/true) == " ");
  CHECK(Sparkline({}, 8, true).empty());
  CHECK(Sparkline({kNan}, 8, true) == " ");
  // Means of the values in a cell; a gap if there is none.
  CHECK(Sparkline({0, 0, 3, 11, kNan, 7, kNan, kNan}, 4, true) == "▁██ ");
  CHECK(DisplayWidth(Sparkline(std::vector<double>(1000, 1), 30, true)) == 30);
  CHECK(Sparkline({1e308, -1e308, 1e308}, 3, true).size() == 9);
}

TEST_CASE("People read 191.5 GB, 16 min, 15.2 Tflop/s, 1 ns and 1,420") {
  CHECK(ScaledText(Value{191'503'140'000}, Unit::kBytes) == "191.5 GB");
  CHECK(ScaledText(Value{959} * 1'000'000'000'000, Unit::kMicros) == "16 min");
  CHECK(ScaledText(15241.96e9, Unit::kFlopsPerSecond) == "15.2 Tflop/s");
  CHECK(ScaledText(Value{1000}, Unit::kMicros) == "1 ns");
  CHECK(ScaledText(Value{1420}, Unit::kCount) == "1,420");
}

TEST_CASE("A column has one unit, which suits most of it") {
  const auto texts = [](Unit unit, const std::vector<double>& values) {
    const ColumnScale scale(unit, values);
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(scale.Text(value));
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(texts(Unit::kMicros, {12'300, 450, 800, 700, 900, 0, 1, NAN}) ==
        Texts{"12.30 ms", "0.45 ms", "0.80 ms", "0.70 ms", "0.90 ms", "0 ms", "<0.01 ms", "-"});
  CHECK(texts(Unit::kMicros, {1'900'000, 7'000}) == Texts{"1,900 ms", "7 ms"});
  CHECK(texts(Unit::kMicros, {1'912'300, 7'040}) == Texts{"1,912.3 ms", "7.0 ms"});
  CHECK(texts(Unit::kMicros, {2'500'000, 3'000, 2'000, 1'000, 1'000}) ==
        Texts{"2,500 ms", "3 ms", "2 ms", "1 ms", "1 ms"});
  CHECK(texts(Unit::kCount, {1'234'567, 12}) == Texts{"1,234,567", "12"});
  CHECK(texts(Unit::kBytes, {4'560'000'000, 2'000'000'000}) == Texts{"4.56 GB", "2.00 GB"});
  CHECK(texts(Unit::kShare, {0.5, 1, 0}) == Texts{"50.0%", "100.0%", "0.0%"});
  CHECK(texts(Unit::kMicros, {0, NAN}) == Texts{"0 us", "-"});
}

}  // namespace
}  // namespace profiler

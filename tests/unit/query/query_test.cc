// Options, filters, units: the parts of a query, and the formatting of values.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "profiler/analysis/selection/string_matcher.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/options.h"
#include "profiler/report/format_value.h"
#include "profiler/store/device_name.h"

namespace profiler {
namespace {

std::string Refusal(const std::string& option, const std::string& value) {
  Options options;
  const absl::Status status = FindOption(option)->set(options, value);
  CHECK(status.code() == absl::StatusCode::kInvalidArgument);
  return Message(status);
}

TEST_CASE("lists: commas separate, empty items fall out, \\, is a comma") {
  CHECK(SplitList("a,b") == std::vector<std::string>{"a", "b"});
  CHECK(SplitList(",a,,b,") == std::vector<std::string>{"a", "b"});
  CHECK(SplitList("a{1\\,2},\\d") == std::vector<std::string>{"a{1,2}", "\\d"});
  CHECK(SplitList("").empty());
}

TEST_CASE("every option shows the value that sets it again") {
  for (const OptionSpec& spec : AllOptions()) {
    CAPTURE(spec.name);
    CHECK_FALSE(spec.help.empty());
    Options options, again;
    const std::string before = spec.get(options);
    if (spec.type == OptionType::kInteger) {
      const bool is_positive = spec.name == "threads" || spec.name == "port";
      const char* const number = is_positive ? "7" : "-7";
      CHECK(spec.set(options, number).ok());
      CHECK(spec.get(options) == number);
    } else if (spec.type == OptionType::kBool) {
      CHECK(spec.set(options, "Yes").ok());
      CHECK(spec.get(options) == "true");
      CHECK(spec.set(options, "n").ok());
      CHECK(spec.get(options) == "false");
      CHECK(spec.set(options, "").ok());
      CHECK(spec.get(options) == "true");
    } else if (!spec.repeats) {
      if (spec.name == "input_format" || spec.name == "f") continue;
      CHECK(spec.set(again, before).ok());
      CHECK(spec.get(again) == before);
    }
  }
}

TEST_CASE("defaults are tfprof's") {
  Options options;
  CHECK(options.query.max_depth == 10);
  CHECK(options.query.selection.steps.all());
  CHECK(FindOption("order_by")->get(options) == "name");
  CHECK(FindOption("select")->get(options) == "micros");
  CHECK(FindOption("show_name_regexes")->get(options) == ".*");
  CHECK(FindOption("hide_name_regexes")->get(options).empty());
  CHECK(FindOption("output")->get(options) == "stdout:");
}

TEST_CASE("bad values are refused with what would be right") {
  CHECK(Refusal("max_depth", "ten").find("whole number") != std::string::npos);
  CHECK(Refusal("max_depth", "99999999999").find("fit") != std::string::npos);
  CHECK(Refusal("min_micros", "1.5").find("whole number") != std::string::npos);
  CHECK(Refusal("step", "1,x").find("'x' is no step") != std::string::npos);
  CHECK(Refusal("step", "5..2").find("2..5") != std::string::npos);
  CHECK(Refusal("account_displayed_op_only", "maybe").find("true") != std::string::npos);
  CHECK(Refusal("output", "file:file=x").find("outfile=FILE") != std::string::npos);
  CHECK(Refusal("output", "carrier-pigeon").find("stdout, file, html, none") != std::string::npos);
  CHECK(Refusal("format", "jso").find("did you mean 'json'") != std::string::npos);
}

TEST_CASE("a bad regex is refused with its place") {
  CHECK(Refusal("show_name_regexes", "ok,a(b").find("'a(b': missing )") != std::string::npos);
  const std::string star = Refusal("hide_name_regexes", "ab**");
  CHECK(star.find("at character 3") != std::string::npos);
  CHECK(Refusal("hide_name_regexes", "(a)[(]\\((b").find("at character 9") != std::string::npos);
  CHECK(Refusal("hide_name_regexes", "a)b").find("at character 2") != std::string::npos);
  CHECK(Refusal("hide_name_regexes", "x[z-a]").find("at character 3") != std::string::npos);
}

TEST_CASE("regexes match the whole of a name, and each list asks each string once") {
  const RegexSet set = RegexSet::Compile({"Mat.*", "Relu"}).value();
  CHECK(set.Matches("MatMul"));
  CHECK_FALSE(set.Matches("xMatMul"));
  CHECK_FALSE(set.Matches("ReluGrad"));
  CHECK_FALSE(RegexSet().Matches("anything"));
  CHECK(RegexSet::Compile({".*"}).value().all());
  Strings strings;
  const StringId id = strings.Intern("Relu");
  StringMatcher matcher(set, strings);
  CHECK(matcher.Matches(id));
  CHECK(matcher.Matches(id));
}

TEST_CASE("did you mean") {
  CHECK(Suggest("scpe", {"scope", "graph", "code", "op"}) == "scope");
  CHECK(Suggest("cdoe", {"scope", "graph", "code", "op"}) == "code");
  CHECK(Suggest("accel", {"accelerator_micros", "bytes"}) == "accelerator_micros");
  CHECK(Suggest("form", {"from", "format"}) == "format");  // cut short, not mistyped
  CHECK(Suggest("form", {"from", "format", "formula"}) == "from");
  CHECK(Suggest("zzz", {"scope", "graph"}).empty());
  CHECK(Suggest("", {"scope"}).empty());
}

TEST_CASE("units as text shows them") {
  const auto time = [](int64_t us) {
    return FormatValue(static_cast<Value>(us) * kPicosPerMicro, Unit::kMicros);
  };
  CHECK(time(0) == "0us");
  CHECK(time(999) == "999us");
  CHECK(time(1000) == "1.00ms");
  CHECK(time(999'999) == "1000.00ms");
  CHECK(time(1'000'000) == "1.00sec");
  CHECK(time(-50) == "-50us");
  CHECK(FormatValue(1'500'000, Unit::kMicros) == "1.50us");
  CHECK(FormatValue(999, Unit::kBytes) == "999B");
  CHECK(FormatValue(1000, Unit::kBytes) == "1.00KB");
  CHECK(FormatValue(2'500'000'000, Unit::kBytes) == "2500.00MB");
  CHECK(FormatValue(50'180, Unit::kCount) == "50.18k");
  CHECK(FormatValue(1'000'000, Unit::kCount) == "1.00m");
  CHECK(FormatValue(1'000'000'000, Unit::kCount) == "1.00b");
  CHECK(FormatValue(kAbsent, Unit::kBytes) == "-");
}

TEST_CASE("two places are rounded as those of a double") {
  const auto as_double = [](int64_t value, double divisor, const char* suffix) {
    return fmt::format("{:.2f}{}", static_cast<double>(value) / divisor, suffix);
  };
  for (int64_t bytes = 1000; bytes < 1'000'000; bytes += 7) {
    CHECK(FormatValue(bytes, Unit::kBytes) == as_double(bytes, 1e3, "KB"));
  }
  for (const int64_t odd : {1'005, 1'015, 1'125, 1'375, 2'675, 999'995, 999'994, 999'999}) {
    CHECK(FormatValue(odd, Unit::kBytes) == as_double(odd, 1e3, "KB"));
    CHECK(FormatValue(odd * 1000, Unit::kBytes) == as_double(odd * 1000, 1e6, "MB"));
    CHECK(FormatValue(odd * 1'000'000 + 1, Unit::kCount) ==
          as_double(odd * 1'000'000 + 1, 1e9, "b"));
  }
  CHECK(FormatValue(INT64_MAX, Unit::kBytes) == as_double(INT64_MAX, 1e6, "MB"));
}

TEST_CASE("device names") {
  const DeviceName gpu = ParseDeviceName("/job:w/replica:0/task:1/device:GPU:3");
  CHECK(gpu.kind == DeviceKind::kGpu);
  CHECK(gpu.ordinal == 3);
  CHECK(gpu.host == "/job:w/replica:0/task:1");
  CHECK(gpu.canonical == "/job:w/replica:0/task:1/device:gpu:3");
  CHECK(ParseDeviceName("/cpu:0").canonical == "/device:cpu:0");
  CHECK(ParseDeviceName("/device:GPU:x").kind == DeviceKind::kOther);
  CHECK(ParseDeviceName("").kind == DeviceKind::kOther);
  CHECK(SplitLane("/device:gpu:0/stream:all").part == "stream:all");
  CHECK(SplitLane("/device:gpu:0/stream:all").device == "/device:gpu:0");
  CHECK(SplitLane("/device:gpu:0/memcpy").part == "memcpy");
  CHECK(SplitLane("/job:w/device:cpu:0").part.empty());
}

}  // namespace
}  // namespace profiler

// -where: parsing, errors with positions, and the rows that match.
#include "profiler/query/where/where.h"

#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "profiler/report/table.h"
#include "profiler/views/trees/where_rows.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

using Kind = WhereColumn::Kind;

const std::vector<WhereColumn>& Columns() {
  static const std::vector<WhereColumn> kColumns = {
      {"name", Kind::kText, Unit::kNone},         {"micros", Kind::kNumber, Unit::kMicros},
      {"bytes", Kind::kNumber, Unit::kBytes},     {"runs", Kind::kNumber, Unit::kCount},
      {"total_us", Kind::kNumber, Unit::kMicros}, {"share", Kind::kNumber, Unit::kShare},
      {"busy", Kind::kNumber, Unit::kPercent},    {"device", Kind::kList, Unit::kNone},
      {"partial", Kind::kFlag, Unit::kNone},      {"host", Kind::kText, Unit::kNone},
      {"series", Kind::kOther, Unit::kNone},
  };
  return kColumns;
}

std::string Error(const std::string& text) {
  const absl::StatusOr<Where> where = Where::Parse(text);
  const absl::Status status = where.ok() ? where->Check(Columns()) : where.status();
  CHECK(absl::IsInvalidArgument(status));
  return Message(status);
}

WhereInteger Micros(double us) { return {static_cast<Int128>(us * kPicosPerMicro), Unit::kMicros}; }

using RowValues = std::map<std::string, WhereValue>;

// A row with a value in each column but `series`.
const RowValues& SomeRow() {
  static const RowValues kRow = {
      {"name", std::string("mlp/MatMul")},
      {"micros", Micros(20)},
      {"bytes", WhereInteger{4000, Unit::kBytes}},
      {"runs", WhereInteger{10'000, Unit::kCount}},
      {"total_us", WhereReal{1.5, Unit::kMicros}},
      {"share", WhereReal{0.05, Unit::kShare}},
      {"busy", WhereReal{5, Unit::kPercent}},
      {"device", std::vector<std::string>{"cpu:0", "gpu:0"}},
      {"partial", true},
      {"host", std::string("")},
  };
  return kRow;
}

bool Holds(const std::string& text, const RowValues& row = SomeRow()) {
  const absl::StatusOr<Where> where = Where::Parse(text);
  INFO(text);
  REQUIRE(where.ok());
  const absl::Status status = where->Check(Columns());
  INFO(Message(status));
  REQUIRE(status.ok());
  return where->Holds([&](size_t column) -> WhereValue {
    const auto it = row.find(where->columns()[column]);
    return it == row.end() ? WhereValue() : it->second;
  });
}

TEST_CASE("comparisons") {
  for (const std::string text :
       {"micros == 20", "micros >= 20", "micros <= 20", "micros != 21", "micros > 19.999999",
        "micros < 20.0000001", "20 == micros", "21 > micros", "-1 < micros", "micros>=20&&runs>5",
        "name == 'mlp/MatMul'", "name =~ \".*Mat.*\"", "name !~ 'Mat'", "name > 'a'",
        "name != 'x'"}) {
    CHECK(Holds(text));
  }
  for (const std::string text :
       {"micros == 21", "micros > 20", "micros < 20", "micros != 20", "micros >= 20.0000001",
        "21 < micros", "name == 'MatMul'", "name =~ 'Mat'", "name !~ '.*Mat.*'"}) {
    CHECK_FALSE(Holds(text));
  }
}

TEST_CASE("two columns of one kind compare") {
  CHECK(Holds("micros > total_us"));
  CHECK_FALSE(Holds("micros < total_us"));
  CHECK(Holds("share < busy"));
  CHECK(Holds("partial == partial"));
  CHECK(Holds("name != device"));
  CHECK_FALSE(Holds("name == device"));
}

TEST_CASE("and, or, not: how tight they bind, and as words") {
  CHECK(Holds("micros == 20 || micros == 1 && runs == 1"));
  CHECK_FALSE(Holds("(micros == 20 || micros == 1) && runs == 1"));
  CHECK(Holds("!micros == 21"));  // applies to the comparison
  CHECK(Holds("not (micros == 21 or runs == 1) and not partial == false"));
  CHECK(Holds("!!partial"));
  CHECK(Holds("true"));
  CHECK_FALSE(Holds("false || !true"));
}

TEST_CASE("units") {
  for (const std::string text : {"micros == 20us",       "micros == 20000ns",
                                 "micros == 0.02ms",     "micros == 0.00002s",
                                 "micros == 2e1",        "micros == 0.00002sec",
                                 "micros == 2e-2ms",     "bytes == 4KB",
                                 "bytes == 4kB",         "bytes == 0.004MB",
                                 "bytes == 4000B",       "bytes == 4k",
                                 "bytes < 1GB",          "bytes < 1TB",
                                 "runs == 10k",          "runs == 0.01m",
                                 "runs == 0.01M",        "runs < 1b",
                                 "share == 5%",          "share == 0.05",
                                 "busy == 5%",           "busy == 5",
                                 "total_us == 1.5",      "total_us == 1.5us",
                                 "total_us == 0.0015ms", "bytes == 3.90625KiB",
                                 "bytes < 1MiB",         "bytes < 1GiB",
                                 "bytes < 1TiB"}) {
    CHECK(Holds(text));
  }
  CHECK(Error("micros > 4KB") ==
        "-where: micros is a time, and '4KB' a size in bytes at character 10");
  CHECK(Error("micros > 4k").find("a count at character 10") != std::string::npos);
  CHECK(Error("bytes > 4ms").find("'4ms' a time") != std::string::npos);
  CHECK(Error("runs > 4B").find("'4B' a size in bytes") != std::string::npos);
  CHECK(Error("micros > bytes").find("'bytes' a size in bytes at character 10") !=
        std::string::npos);
  CHECK(Error("bytes > 999999999999999999999999999999TiB").find("the number is too long") !=
        std::string::npos);
  CHECK(Error("micros > 4parsec").find("'parsec' is no unit") != std::string::npos);
}

TEST_CASE("numbers compare exactly, and beyond every value too") {
  RowValues row = SomeRow();
  row["micros"] = WhereInteger{1, Unit::kMicros};  // a picosecond
  CHECK(Holds("micros == 0.000001", row));
  CHECK(Holds("micros > 0.0000009 && micros < 0.0000011", row));
  CHECK(Holds("micros != 0.0000011 && !(micros >= 0.0000011)", row));
  row["micros"] = WhereInteger{-1, Unit::kMicros};
  CHECK(Holds("micros == -0.000001", row));
  CHECK(Holds("micros > -0.0000011 && micros < -0.0000009", row));
  const Int128 most = std::numeric_limits<int64_t>::max();
  row["bytes"] = WhereInteger{most, Unit::kBytes};
  CHECK(Holds("bytes == 9223372036854775807 && bytes > 9223372036854775806", row));
  CHECK(Holds("bytes < 9223372036854775807.5 && bytes < 1e30 && bytes < 9e999999999999", row));
  CHECK(Holds("bytes > -1e30 && bytes > 1e-99999999999 && bytes > 0e99", row));
}

TEST_CASE("what is not known compares with nothing but null") {
  const RowValues nothing;
  for (const std::string column :
       {"micros", "bytes", "total_us", "share", "device", "partial", "name", "series"}) {
    CHECK(Holds(column + " == null", nothing));
    CHECK_FALSE(Holds(column + " != null", nothing));
    if (column != "series") CHECK(Holds(column + " != null"));
  }
  for (const std::string text :
       {"micros == 0", "micros != 0", "micros < 1", "total_us != 0", "name != 'x'", "name !~ 'x'",
        "device != 'x'", "device !~ 'x'", "partial == false", "partial != false", "partial",
        "micros != total_us", "name != host", "null == micros && micros > 0"}) {
    CHECK_FALSE(Holds(text, nothing));
  }
  CHECK(Holds("!(micros != 0) && not partial", nothing));
  RowValues row;
  row["share"] = WhereReal{std::numeric_limits<double>::quiet_NaN(), Unit::kShare};
  CHECK(Holds("share == null && !(share != 1) && !(share < 1) && !(share >= 0)", row));
}

TEST_CASE("of a list any item, and for != and !~ none") {
  CHECK(Holds("device == 'gpu:0' && device == 'cpu:0'"));
  CHECK_FALSE(Holds("device == 'tpu:0'"));
  CHECK(Holds("device != 'tpu:0'"));
  CHECK_FALSE(Holds("device != 'gpu:0'"));
  CHECK(Holds("device =~ 'gpu.*'"));
  CHECK_FALSE(Holds("device !~ 'gpu.*'"));
  CHECK(Holds("device !~ 'tpu.*'"));
  CHECK(Holds("device > 'd' && device < 'd'"));
}

TEST_CASE("texts: either quote, and nothing in them is special") {
  RowValues row;
  row["name"] = std::string("it's a\\b");
  CHECK(Holds("name == \"it's a\\b\"", row));
  CHECK(Holds(R"(name =~ "it's a\\\w")", row));
  row["name"] = std::string("say \"ü\" && or");
  CHECK(Holds("name == 'say \"ü\" && or'", row));
}

TEST_CASE("unknown columns are refused with their place and a guess") {
  CHECK(Error("micro >= 20") ==
        "-where: 'micro' is no column at character 1; did you mean 'micros'?");
  CHECK(Error("name == 'ü' && zzzzz > 1")
            .find("'zzzzz' is no column at character 16 (columns: name,") != std::string::npos);
  CHECK(Error("name == MatMul").find("put quotes around a text") != std::string::npos);
  CHECK(Error("runs > run").find("did you mean 'runs'?") != std::string::npos);
}

TEST_CASE("type errors are refused with their place") {
  const std::pair<const char*, const char*> kCases[] = {
      {"name > 3", "name is a text, and '3' a number at character 8"},
      {"micros =~ 'x'", "micros is a number, and 'x' a text at character 11"},
      {"micros == 'x'", "micros is a number, and 'x' a text"},
      {"micros == true", "micros is a number, and 'true' true or false"},
      {"device == 3", "device is a list of texts, and '3' a number"},
      {"partial == 1", "partial is true or false, and '1' a number"},
      {"partial < true", "'partial' is compared with == and != only at character 9"},
      {"micros < null", "'null' is compared with == and != only at character 8"},
      {"series == 1", "series is neither a number nor a text"},
      {"micros", "'micros' is not compared with anything at character 1, and is a number"},
      {"partial && name", "'name' is not compared with anything at character 12"},
      {"partial && 3", "'3' is no condition at character 12"},
      {"'x'", "'x' is no condition at character 1"},
      {"null", "'null' is no condition at character 1"},
      {"3 > 2", "no column is compared at character 1"},
      {"partial || 'a' == 'b'", "no column is compared at character 12"},
      {"name =~ name", "a regex in quotes must follow =~ and !~ at character 9"},
  };
  for (const auto& [text, why] : kCases) CHECK(Error(text).find(why) != std::string::npos);
}

TEST_CASE("what cannot be read is refused with its place") {
  const std::pair<const char*, const char*> kCases[] = {
      {"micros >", "a column or a value is missing at character 9, the end"},
      {"micros >= 20 &&", "a column or a value is missing at character 16, the end"},
      {"(micros > 1", "')' is missing at character 12, the end"},
      {"micros > 1)", "')' is not expected at character 11, but && or ||"},
      {"micros > 1 runs > 2", "'runs' is not expected at character 12, but && or ||"},
      {"1 < micros < 5", "a second comparison at character 12; join two with &&"},
      {"micros = 20", "'=' is no operator at character 8; did you mean '=='?"},
      {"partial & partial", "'&' is no operator at character 9; did you mean '&&'?"},
      {"partial | partial", "did you mean '||'?"},
      {"name == 'x", "the quote ' at character 9 is never closed"},
      {"name =~ 'a(b'", "bad regex 'a(b': missing )"},
      {"name =~ 'a(b'", "at character 9 of the expression"},
      {"micros > 1.2.3", "'.3' is not expected at character 13"},
      {"micros > .", "a number has digits at character 10"},
      {"micros > 1234567890123456789012345678901", "the number is too long at character 10"},
      {"micros > -x", "'x' is not expected at character 11, but a number"},
      {"micros ü 1", "'ü' is not expected at character 8"},
      {"&& micros > 1", "'&&' is not expected at character 1, but a column or a value"},
      {"()", "')' is not expected at character 2"},
  };
  for (const auto& [text, why] : kCases) {
    CAPTURE(text, Error(text));
    CHECK(Error(text).find(why) != std::string::npos);
  }
}

TEST_CASE("hostile expressions neither crash nor hang") {
  const auto many = [](const std::string& part, size_t times) {
    std::string text;
    for (size_t i = 0; i < times; ++i) text += part;
    return text;
  };
  CHECK(Error(many("(", 5000)).find("nested too deeply at character 1") != std::string::npos);
  CHECK(Error(many("!", 5000)).find("nested too deeply") != std::string::npos);
  CHECK(Error(many("!(", 5000)).find("nested too deeply") != std::string::npos);
  CHECK(Holds(many("(", 90) + "partial" + many(")", 90)));
  CHECK(Holds(many("micros>0&&", 900) + "true"));
  CHECK(Error(many("micros>0&&", 1100) + "true").find("too long") != std::string::npos);
  CHECK(Error(std::string("micros\0>1", 9)).find("is not expected") != std::string::npos);
  CHECK(Error("\xff\xfe").find("is not expected at character 1") != std::string::npos);
  // No prefix of an expression may be read past its end: each is rejected or valid.
  const std::string whole = "!(micros>=1.5e3ms) && (name =~ 'a.*' || \"x\" != host) and runs==null";
  for (size_t length = 0; length <= whole.size(); ++length) {
    const absl::StatusOr<Where> where = Where::Parse(whole.substr(0, length));
    if (where.ok()) where->Check(Columns()).IgnoreError();
  }
  CHECK(Where::Parse(whole).ok());
}

TEST_CASE("nothing asked is every row") {
  for (const std::string text : {"", "  \t"}) {
    const Where where = Where::Parse(text).value();
    CHECK(where.all());
    CHECK(where.Holds([](size_t) -> WhereValue { return std::monostate(); }));
  }
}

TEST_CASE("each view's columns, and those of any") {
  const auto check = [](const char* view, const std::string& text) {
    Options options;
    REQUIRE(FindOption("where")->set(options, text).ok());
    return Message(CheckColumns(view == nullptr ? nullptr : FindView(view), options.query));
  };
  for (const char* view : {"op", "scope", "graph", "code", static_cast<const char*>(nullptr)}) {
    CHECK(check(view, "micros > 1 && total_bytes > 1 && params > 1 && occurrence > 1").empty());
    CHECK(check(view, "name =~ 'x' && device == 'x' && op_types == 'x'").empty());
    CHECK(check(view, "input_shapes == '0:4x8' && defined_count > 1 && run_count > 1").empty());
    CHECK(check(view, "tensor_value > 1").find("is no column") != std::string::npos);
    CHECK(check(view, "name > 3").find("name is a text") != std::string::npos);
  }
  CHECK(check("op", "share_micros > 5% && share_total_bytes < 1").empty());
  CHECK(check("op", "depth > 1").find("'depth' is no column") != std::string::npos);
  CHECK(check("scope", "depth > 1 && shape == '784' && total_occurrence > 1").empty());
  CHECK(check("scope", "share_micros > 5%").find("is no column") != std::string::npos);
  CHECK(check("code", "shape == '784'").find("is no column") != std::string::npos);
  CHECK(check("info", "p5 < 1").find("is no column") != std::string::npos);
  CHECK(check("overview", "micros > 1").empty());
  CHECK(check(nullptr, "depth > 1").empty());
  CHECK(check(nullptr, "depth > 1 && share_micros > 1%").find("no command has all") !=
        std::string::npos);
}

// A table with a column of each type; in the second row all are unknown.
Report Table() {
  Report report;
  report.shape = Shape::kTable;
  report.rows = {{"one", {"one"}}, {"two", {"two"}}, {"three", {"three"}}};
  const auto add = [&](const char* name, ColumnType type, Unit unit) -> ReportColumn& {
    ReportColumn column;
    column.name = name;
    column.type = type;
    column.unit = unit;
    report.columns.push_back(std::move(column));
    return report.columns.back();
  };
  add("total_us", ColumnType::kNumber, Unit::kMicros).own = {5 * kPicosPerMicro, kAbsent, 0};
  add("ratio", ColumnType::kReal, Unit::kShare).reals = {
      0.5, std::numeric_limits<double>::quiet_NaN(), 2};
  add("partial", ColumnType::kFlag, Unit::kNone).own = {1, kAbsent, 0};
  add("host", ColumnType::kText, Unit::kNone).words = {"a", "", "b"};
  add("devices", ColumnType::kList, Unit::kNone).texts = {{"cpu", "gpu"}, {}, {"cpu"}};
  add("history", ColumnType::kSeries, Unit::kMicros).series = {{1, 2}, {}, {3}};
  return report;
}

std::string Left(const std::string& where, const std::string& title = "",
                 const std::string& select = "micros") {
  Options options;
  REQUIRE(FindOption("where")->set(options, where).ok());
  REQUIRE(FindOption("select")->set(options, select).ok());
  Report report = Table();
  report.title = title;
  REQUIRE(FinishTable(options.query, report).ok());
  std::string left;
  for (const Row& row : report.rows) left += std::string(row.name) + " ";
  CHECK(report.hidden_rows == 3 - static_cast<int64_t>(report.rows.size()));
  return left;
}

TEST_CASE("tables are filtered by columns of every type, selected or not") {
  CHECK(Left("total_us >= 5us") == "one ");
  CHECK(Left("total_us >= 0", "", "host") == "one three ");
  CHECK(Left("total_us == null") == "two ");
  CHECK(Left("ratio > 100%") == "three ");
  CHECK(Left("partial") == "one ");
  CHECK(Left("partial == false") == "three ");
  CHECK(Left("host != 'a'") == "three ");
  CHECK(Left("devices == 'cpu'") == "one three ");
  CHECK(Left("devices != 'gpu'") == "three ");
  CHECK(Left("history != null") == "one three ");
  CHECK(Left("name =~ 't.*'") == "two three ");
  CHECK(Left("elsewhere > 1").empty());
}

TEST_CASE("of several tables, one without the columns stays whole") {
  CHECK(Left("partial", "A section") == "one ");
  CHECK(Left("elsewhere > 1", "A section") == "one two three ");
  CHECK(Left("name == 'one' && elsewhere > 1", "A section") == "one two three ");
}

}  // namespace
}  // namespace profiler

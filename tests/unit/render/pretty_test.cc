
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "profiler/render/display.h"
#include "profiler/report/table.h"
#include "tests/unit/common/rendered.h"
#include "tests/unit/render/render_test_report.h"

namespace profiler {
namespace {

std::string Pretty(const Report& report, Screen screen, const std::string& order_by = "") {
  return Rendered("pretty", report, {"scope", {}, {}, order_by, false, screen});
}

Screen Wide(size_t width) { return {width, false, true}; }

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A chain: each row is the child of the one before.
Report Chain(int32_t rows) {
  Report report;
  for (int32_t row = 0; row < rows; ++row) {
    report.rows.push_back({"node " + std::to_string(row), {}, row, row - 1, true});
  }
  return report;
}

TEST_CASE("A pretty tree has lines, totals, own values and shares") {
  CHECK(Pretty(TreeReport(), Wide(100)) ==
        "              micros   micros                        bytes    bytes\n"
        "name           total     self   share                total     self  op types\n"
        "_TFProfRoot  1.75 us        -  100.0%  ██████████  1.02 KB        -  -\n"
        "└─ a         1.75 us  1.50 us  100.0%  ██████████  1.02 KB  1.02 KB  Add\n"
        "   └─ a/b    0.25 us  0.25 us   14.3%  █▍                -        -  MatMul, |odd\\\n");
}

TEST_CASE("Tree lines branch") {
  Report report = TreeReport();
  report.columns.clear();
  report.rows = {{"root", {}, 0, -1, true},      {"a", {}, 1, 0, true}, {"b", {}, 2, 1, true},
                 {"c", {}, 2, 1, true},          {"d", {}, 1, 0, true}, {"e", {}, 2, 4, true},
                 {"other root", {}, 0, -1, true}};
  const char unicode[] = "name\nroot\n├─ a\n│  ├─ b\n│  └─ c\n└─ d\n   └─ e\nother root\n";
  const char ascii[] = "name\nroot\n|- a\n|  |- b\n|  `- c\n`- d\n   `- e\nother root\n";
  CHECK(Pretty(report, {100, false, true}) == unicode);
  CHECK(Pretty(report, {100, false, false}) == ascii);
}

TEST_CASE("The column that rows are ordered by is the one with shares, and comes first") {
  Report report = TreeReport();
  report.columns[1].grand_total = 1024;
  CHECK(Lines(Pretty(report, Wide(100)))[0].find("micros") <
        Lines(Pretty(report, Wide(100)))[0].find("bytes"));
  CHECK(Lines(Pretty(report, Wide(100), "bytes"))[0].find("bytes") <
        Lines(Pretty(report, Wide(100), "bytes"))[0].find("micros"));
}

TEST_CASE("A pretty ranking has ranks, shares and their running sum") {
  CHECK(Pretty(RankedReport(), Wide(100)) ==
        "                                                run\n"
        "   name    micros  share    cum.              count  input shapes\n"
        "1  MatMul    3 us  75.0%   75.0%  ███████▌        6  0:4x8 1:8 (runs 2, ops "
        "…5 us);  (runs 1, ops 1)\n"
        "2  Add       1 us  25.0%  100.0%  ██▌             2  -\n");
}

TEST_CASE("A pretty table has its first share as a bar and series as sparklines") {
  CHECK(Pretty(ThingsReport(), Wide(80)) ==
        "name     busy              good  kind    bytes  load\n"
        "first   50.0%  █████       yes   odd   4.56 GB  ▁▅ █\n"
        "second      -              -     -           -\n");
  CHECK(Pretty(ThingsReport(), {80, false, false}) ==
        "name     busy              good  kind    bytes  load\n"
        "first   50.0%  #####       yes   odd   4.56 GB  _= #\n"
        "second      -              -     -           -\n");
}

TEST_CASE("What may be more than the whole has no bar") {
  Report report = ThingsReport();
  report.columns.resize(1);
  report.columns[0].reals = {0.5, 1.5};
  CHECK(Pretty(report, Wide(80)) == "name      busy\nfirst    50.0%\nsecond  150.0%\n");
}

TEST_CASE("Sections stand below each other under their titles") {
  const Report report = SectionsReport();
  CHECK(Pretty(report, Wide(60)) == "Some things\n" + Pretty(report.sections[0], Wide(60)) +
                                        "\nRanks of a|b\n" + Pretty(report.sections[1], Wide(60)));
}

TEST_CASE("Findings are sentences, with what bears them out") {
  CHECK(Pretty(FindingsReport(), Wide(60)) ==
        "SlowThings\n"
        "warning: x is slow, and\n"
        "not just a bit\n"
        "  could save up to 12.3 ms per step\n"
        "  more: op -step 1\n"
        "  name     busy\n"
        "  first   50.0%  █████\n"
        "  second      -\n"
        "  info: because of y\n"
        "\nOddThings\nnothing found\n"
        "\nOddThings\nnot judged: no steps\n");
  const std::string colored = Pretty(FindingsReport(), {60, true, true});
  CHECK(colored.find("\x1b[33mwarning: x") != std::string::npos);
}

TEST_CASE("Findings of one name show each its own evidence") {
  Report report = FindingsReport();
  std::vector<Finding>& findings = report.sections[0].findings;
  findings[1] = findings[0];
  const std::string text = Pretty(report, Wide(60));
  size_t tables = 0;
  for (size_t at = text.find("second"); at != text.npos; at = text.find("second", at + 1)) ++tables;
  CHECK(tables == 2);
}

TEST_CASE("Commands are never cut: they are to be typed") {
  const std::string command = "scope -show_name_regexes " + std::string(60, 'x') + " -max_depth 9";
  Report commands;
  commands.shape = Shape::kTable;
  commands.name_role = ColumnRole::kCommand;
  ReportColumn why;
  why.name = "why";
  why.type = ColumnType::kText;
  why.words = {"what it shows"};
  commands.columns = {why};
  commands.rows.push_back({command, {command}, 0, -1, true});
  CHECK(Lines(Pretty(commands, Wide(40))) ==
        std::vector<std::string>{command, "    what it shows"});
  CHECK(Lines(Pretty(commands, Wide(140))).size() == 2);  // a table with a heading

  Report findings = FindingsReport();
  findings.sections[0].findings[0].command = command;
  CHECK(Pretty(findings, Wide(40)).find("more: " + command + "\n") != std::string::npos);
}

TEST_CASE("No line is wider than the screen, and what does not fit is told") {
  Report odd = TreeReport();
  odd.rows[1].name = std::string(300, 'x');
  odd.rows[2].name = "\u77e9\u9663\u0301\xff\n" + std::string(50, 'y');
  odd.hidden_rows = 3;
  odd.hidden_reason = "for a reason that takes some words to tell";
  const Report reports[] = {
      odd, RankedReport(), ThingsReport(), SectionsReport(), FindingsReport(), Chain(200)};
  for (const Report& report : reports) {
    for (const bool unicode : {true, false}) {
      for (size_t width = 0; width <= 1000; width += width < 130 ? 1 : 290) {
        const std::string text = Pretty(report, {width, false, unicode});
        for (const std::string& line : Lines(text)) {
          // Must be copyable in one piece.
          const bool is_command = line.find("more: ") != line.npos;
          if (DisplayWidth(line) > width && !is_command) FAIL(width << ": " << line);
        }
        const bool is_ascii = text.find_first_of("\x80\xc2\xe2\xef") == std::string::npos;
        if (!unicode) CHECK(is_ascii);
      }
    }
  }
  const std::vector<std::string> narrow = Lines(Pretty(TreeReport(), Wide(40)));
  CHECK(Pretty(TreeReport(), Wide(40))
            .find("… no room for bytes total, bytes self,\nop types: a wider terminal or -format\n"
                  "csv shows them\n") != std::string::npos);
  CHECK(narrow[1].find("share") != std::string::npos);
  const std::vector<std::string> ascii = Lines(Pretty(TreeReport(), {40, false, false}));
  CHECK(ascii.back() == "csv shows them");
  CHECK(Pretty(TreeReport(), Wide(200)).find("-format csv") == std::string::npos);
}

TEST_CASE("Columns that do not differ are named below, but what was selected stays") {
  Report report = ThingsReport();
  report.columns[1].own = {1, 1};
  report.columns[2].words = {"", ""};
  report.columns[3].own = {0, 0};
  CHECK(Pretty(report, Wide(80)) ==
        "name     busy              load\n"
        "first   50.0%  █████       ▁▅ █\n"
        "second      -\n"
        "the same in all rows: good (yes); bytes (0); kind (unknown)\n");
  report.columns[3].own = {0, kAbsent};
  // Unknown is not 0, so the column says which row has which.
  CHECK(Lines(Pretty(report, Wide(80)))[0] == "name     busy              bytes  load");
  const std::string selected =
      Rendered("pretty", report, {"things", {}, {}, "", /*selects=*/true, Wide(80)});
  CHECK(Lines(selected)[0] == "name     busy              good  kind  bytes  load");
  TakeRows({0}, report);
  CHECK(Lines(Pretty(report, Wide(80)))[0] == "name    busy              good  kind  bytes  load");
}

TEST_CASE("Texts are dropped before numbers where columns do not fit") {
  Report report = ThingsReport();
  report.rows[0].name = std::string(20, 'x');
  CHECK(Lines(Pretty(report, Wide(40)))[0] == "name                   busy    bytes");
}

TEST_CASE("A long name leaves room for its tree lines, and deep lines for names") {
  Report report = Chain(60);
  report.rows[3].name = std::string(200, 'x');
  const std::vector<std::string> lines = Lines(Pretty(report, Wide(60)));
  CHECK(lines[4].rfind("      └─ xxxx", 0) == 0);
  CHECK(lines[4].find("x…x") != std::string::npos);
  CHECK(lines[60].rfind("…", 0) == 0);
  CHECK(lines[60].find("└─ node 59") != std::string::npos);
}

TEST_CASE("A chain of 100,000 rows does not fill memory") {
  CHECK(Pretty(Chain(100'000), Wide(100)).size() < 100'000 * 150);
}

TEST_CASE("Colours are on a screen that has them only") {
  const std::string plain = Pretty(TreeReport(), Wide(100));
  CHECK(plain.find('\x1b') == std::string::npos);
  std::string colored = Pretty(TreeReport(), {100, true, true});
  CHECK(colored.find("\x1b[1mname\x1b[0m") != std::string::npos);
  CHECK(colored.find("\x1b[31m██████████\x1b[0m") != std::string::npos);  // more than a quarter
  CHECK(colored.find("\x1b[33m█▍\x1b[0m") != std::string::npos);          // more than a twentieth
  CHECK(colored.find("\x1b[2m-\x1b[0m") != std::string::npos);            // not known
  CHECK(colored.find("\x1b[2m└─ \x1b[0ma") != std::string::npos);
  for (const char* code : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m"}) {
    for (size_t at; (at = colored.find(code)) != std::string::npos;) {
      colored.erase(at, std::string(code).size());
    }
  }
  CHECK(colored == plain);
}

TEST_CASE("Below the rows stands what is not in them") {
  Report report = TreeReport();
  report.hidden_rows = 1;
  report.hidden_reason = "below -max_depth 2";
  report.columns.push_back(NumberColumn("run_count", Measure::kOccurrence, Unit::kCount, {}, {}));
  report.columns.back().not_available = true;
  const std::string text = Pretty(report, Wide(100));
  CHECK(text.find("run_count: not available in the scope view\n"
                  "… and 1 row: below -max_depth 2\n") != std::string::npos);
  report.rows.clear();
  report.columns.clear();
  CHECK(Pretty(report, Wide(100)) == "name\nno rows\n… and 1 row: below -max_depth 2\n");
}

TEST_CASE("Pretty files") {
  FilesReport report;
  report.banner = "written\x1b";
  report.files = {{"out/x", 4'560'000}};
  CHECK(FindRenderer("pretty")->render_files(report, {}) ==
        "written\\x1b\nfile      size\nout/x  4.56 MB\n");
}

TEST_CASE("A plain table is aligned by what characters take") {
  Report report = ThingsReport();
  report.columns.resize(3);
  report.rows[0].name = "\u77e9\u9663\n";
  report.columns[2].words[1] = "n\u00e9t";
  CHECK(Rendered("text", report, {}) ==
        "name     busy  good  kind\n"
        "\u77e9\u9663\\n  50.0%  yes   odd\n"
        "second      -  -     n\u00e9t\n");
}

}  // namespace
TEST_CASE("A plain table cuts the middle out of names that would hide it") {
  Report report = RankedReport();
  report.shape = Shape::kTable;
  report.rows[0].name = "begin" + std::string(5000, 'x') + "end";
  const std::string out = Rendered("text", report, {});
  const std::string line = out.substr(out.find('\n') + 1, out.find('\n', out.find('\n') + 1));
  CHECK(line.substr(0, 5) == "begin");
  CHECK(line.find("xend ") != std::string::npos);
  CHECK(out.size() < 1500);
}

}  // namespace profiler

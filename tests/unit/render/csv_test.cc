
#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/common/rendered.h"
#include "tests/unit/render/render_test_report.h"

namespace profiler {
namespace {

std::string Csv(const Report& report) { return Rendered("csv", report, {"scope", {}}); }

// The name of the only row, as a field.
std::string Field(const std::string& name) {
  Report report;
  report.shape = Shape::kTable;
  report.rows = {{name, {}}};
  const std::string text = Csv(report);
  const std::string header = "name,key\n";
  REQUIRE(text.rfind(header, 0) == 0);
  REQUIRE(text.substr(text.size() - 2) == ",\n");
  return text.substr(header.size(), text.size() - header.size() - 2);
}

TEST_CASE("CSV of a tree") {
  CHECK(Csv(TreeReport()) ==
        "name,key,depth,parent,accounted,micros,total_micros,bytes,total_bytes,op_types\n"
        "_TFProfRoot,,0,,false,,1.750001,,1024,\n"
        "a,a,1,0,true,1.5,1.750001,1024,1024,Add\n"
        "a/b,a/b,2,1,true,0.250001,0.250001,,,MatMul|\\|odd\\\\\n");
}

TEST_CASE("CSV of a ranked report") {
  CHECK(Csv(RankedReport()) ==
        "name,key,micros,total_micros,share_micros,share_total_micros,run_count,input_shapes\n"
        "MatMul,MatMul,3,4,0.75,1,6,0:4x8|1:8 (run*2|defined*1) 12.5;  (run*1|defined*1)\n"
        "Add,Add,1,1,0.25,0.25,2,\n");
}

TEST_CASE("CSV of a report without rows is its header") {
  Report report = TreeReport();
  report.rows.clear();
  CHECK(Csv(report) ==
        "name,key,depth,parent,accounted,micros,total_micros,bytes,total_bytes,op_types\n");
}

TEST_CASE("A part of a key that holds a slash is told from two parts") {
  Report report = TreeReport();
  report.rows[2].key = {"a/b", "c\\", "d"};
  CHECK(Csv(report).find(",a\\/b/c\\\\/d,") != std::string::npos);
}

TEST_CASE("CSV quotes what would break a line apart") {
  CHECK(Field("plain name") == "plain name");
  CHECK(Field("a,b") == "\"a,b\"");
  CHECK(Field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(Field("two\nlines") == "\"two\nlines\"");
  CHECK(Field("cr\r") == "\"cr\r\"");
  CHECK(Field(" blank") == "\" blank\"");
}

TEST_CASE("CSV is valid UTF-8") {
  CHECK(Field("\xc3\xa9") == "\xc3\xa9");
  CHECK(Field("bad \xff") == "bad \xef\xbf\xbd");
}

TEST_CASE("CSV of a table") {
  CHECK(Csv(ThingsReport()) ==
        "name,key,busy,good,kind,bytes,load\n"
        "first,first,0.5,true,odd,4560000000,0|0.5||1\n"
        "second,second,,,,,\n");
}

// Adds a first column with the section.
std::string InSection(const std::string& id, const std::string& table, char separator) {
  std::string out;
  bool is_heading = true;
  for (size_t begin = 0; begin < table.size();) {
    const size_t end = table.find('\n', begin) + 1;
    out += (is_heading ? "section" : id) + separator + table.substr(begin, end - begin);
    is_heading = false;
    begin = end;
  }
  return out;
}

TEST_CASE("Sections of CSV and TSV say which they are, and an empty line stands between them") {
  const Report report = SectionsReport();
  const std::vector<Report>& parts = report.sections;
  CHECK(Csv(report) == InSection(parts[0].view, Csv(parts[0]), ',') + "\n" +
                           InSection(parts[1].view, Csv(parts[1]), ','));
  CHECK(Rendered("tsv", report, {}) ==
        InSection(parts[0].view, Rendered("tsv", parts[0], {}), '\t') + "\n" +
            InSection(parts[1].view, Rendered("tsv", parts[1], {}), '\t'));
}

TEST_CASE("TSV has the columns of CSV") {
  CHECK(Rendered("tsv", TreeReport(), {}) ==
        "name\tkey\tdepth\tparent\taccounted\tmicros\ttotal_micros\tbytes\ttotal_bytes\t"
        "op_types\n"
        "_TFProfRoot\t\t0\t\tfalse\t\t1.750001\t\t1024\t\n"
        "a\ta\t1\t0\ttrue\t1.5\t1.750001\t1024\t1024\tAdd\n"
        // A list doubles its own backslashes, and TSV doubles each again.
        "a/b\ta/b\t2\t1\ttrue\t0.250001\t0.250001\t\t\tMatMul|\\\\|odd\\\\\\\\\n");
}

TEST_CASE("Findings are a table, with their evidence below") {
  const Report report = FindingsReport();
  const Report& section = report.sections[0];
  const Report& evidence = section.findings[0].evidence[0];
  const std::string id = section.view + "/slow/x";
  CHECK(Csv(report).find(section.view +
                         ",slow,slow/x,warning,x,\"x is slow, and\nnot just a bit\"," +
                         "op -step 1,12345\n") != std::string::npos);
  CHECK(Csv(report).rfind("section,name,", 0) == 0);
  CHECK(Csv(report).find("\n\n" + InSection(id, Csv(evidence), ',') + "\n") != std::string::npos);
  CHECK(Rendered("markdown", report, {}).find("\n### Some things\n\n") != std::string::npos);
}

Report Named(const std::string& name) {
  Report report;
  report.shape = Shape::kTable;
  report.rows = {{name, {}}};
  return report;
}

TEST_CASE("TSV writes out what would break a line apart") {
  const auto field = [](const std::string& name) {
    const std::string text = Rendered("tsv", Named(name), {});
    REQUIRE(text.rfind("name\tkey\n", 0) == 0);
    return text.substr(9, text.size() - 11);
  };
  CHECK(field("a,b \"c\" ") == "a,b \"c\" ");
  CHECK(field("a\tb\nc\rd\\e") == "a\\tb\\nc\\rd\\\\e");
  CHECK(field("bad \xff") == "bad \xef\xbf\xbd");
}

TEST_CASE("Markdown says below a table what its values are, and how many rows are hidden") {
  Report report = RankedReport();
  const std::string table = Rendered("markdown", report, {});
  report.values_are = "Values are totals";
  CHECK(Rendered("markdown", report, {}) == table + "\n*Values are totals*\n");
  CHECK(Rendered("csv", report, {}) == Rendered("csv", RankedReport(), {}));
  report.hidden_rows = 2;
  report.hidden_reason = "-top shows more";
  CHECK(Rendered("markdown", report, {}) ==
        table + "\n*and 2 more: -top shows more*\n\n*Values are totals*\n");
}

TEST_CASE("Markdown is a table with numbers to the right") {
  CHECK(Rendered("markdown", RankedReport(), {}) ==
        "| name | key | micros | total_micros | share_micros | share_total_micros | run_count | "
        "input_shapes |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
        "| MatMul | MatMul | 3 | 4 | 0.75 | 1 | 6 | "
        "0:4x8\\|1:8 (run\\*2\\|defined\\*1) 12.5;  (run\\*1\\|defined\\*1) |\n"
        "| Add | Add | 1 | 1 | 0.25 | 0.25 | 2 |  |\n");
}

TEST_CASE("Markdown has a title over each section") {
  const Report report = SectionsReport();
  CHECK(Rendered("markdown", report, {}) ==
        "## Some things\n\n" + Rendered("markdown", report.sections[0], {}) +
            "\n## Ranks of a\\|b\n\n" + Rendered("markdown", report.sections[1], {}));
}

TEST_CASE("Markdown shows names as they are") {
  const auto field = [](const std::string& name) {
    const std::string text = Rendered("markdown", Named(name), {});
    const size_t begin = text.find("| --- | --- |\n") + 16;
    return text.substr(begin, text.rfind(" |  |\n") - begin);
  };
  CHECK(field("a|b") == "a\\|b");
  CHECK(field("`x` *y* [z](u)") == "\\`x\\` \\*y\\* \\[z\\](u)");
  CHECK(field("run.py:1:<module>") == "run.py:1:\\<module\\>");
  CHECK(field("_TFProfRoot op_type __init__") == "\\_TFProfRoot op_type \\_\\_init\\_\\_");
  CHECK(field("two\nlines\x1b") == "two\\\\nlines\\\\x1b");
  CHECK(field(" x  ") == "&nbsp;x&nbsp;&nbsp;");
  CHECK(field(" ") == "&nbsp;");
  CHECK(field("\xff\xc3\xa9") == "\xef\xbf\xbd\xc3\xa9");
}

TEST_CASE("Markdown of a document is for people") {
  Report table;
  table.view = table.title = "Ops_of a|b";
  table.shape = Shape::kTable;
  table.rows = {{"a<b>", {"a"}}, {std::string(200, 'x'), {"x"}}};
  ReportColumn time;
  time.name = "total_us";
  time.unit = Unit::kMicros;
  time.own = {1'500'000'000, kAbsent};
  table.columns = {time};
  table.hidden_rows = 3;
  table.hidden_reason = "-top shows more";
  Report findings;
  findings.title = "Findings";
  findings.shape = Shape::kFindings;
  Finding& slow = findings.findings.emplace_back();
  slow.id = "slow";
  slow.severity = Severity::kWarning;
  slow.rule = "StepChecker";
  slow.text = "it is\nslow *here*";
  slow.command = "op -where 'a == \"`\"'";
  findings.notes = {{"not_judged", Severity::kInfo, "nothing ran"}};
  Report document;
  document.title = "Profile report";
  document.shape = Shape::kDocument;
  document.sections = {findings, table};
  CHECK(Rendered("markdown", document, {}) ==
        "# Profile report\n"
        "\n## Findings\n\n"
        "- **warning** (StepChecker): it is slow \\*here\\*. More: `` op -where 'a == \"`\"' ``\n"
        "\nNot judged:\n\n- nothing ran\n"
        "\n## Ops_of a\\|b\n\n"
        "| name | total_us |\n| --- | ---: |\n"
        "| a\\<b\\> | 1.50 ms |\n| " +
            std::string(40, 'x') + "\xe2\x80\xa6" + std::string(39, 'x') +
            " | - |\n\n*and 3 more: -top shows more*\n");
  document.sections = {findings};
  document.sections[0].findings[0].severity = Severity::kInfo;
  CHECK(Rendered("markdown", document, {})
            .find("\n\nNothing to change was found. Good to know:\n\n- **info**") !=
        std::string::npos);
  document.sections[0].findings.clear();
  CHECK(Rendered("markdown", document, {}).find("\n\nNot judged:\n\n- nothing ran\n") !=
        std::string::npos);
  document.sections[0].notes.clear();
  CHECK(Rendered("markdown", document, {}).find("\nNothing was found.\n") != std::string::npos);
}

TEST_CASE("Files are a table too") {
  FilesReport report;
  report.files = {{"a|b,c", 12}, {"d", 0}};
  CHECK(FindRenderer("csv")->render_files(report, {}) == "path,bytes\n\"a|b,c\",12\nd,0\n");
  CHECK(FindRenderer("tsv")->render_files(report, {}) == "path\tbytes\na|b,c\t12\nd\t0\n");
  CHECK(FindRenderer("markdown")->render_files(report, {}) ==
        "| path | bytes |\n| --- | ---: |\n| a\\|b,c | 12 |\n| d | 0 |\n");
}

}  // namespace
}  // namespace profiler

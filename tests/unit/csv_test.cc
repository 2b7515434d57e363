#include "profiler/render/csv.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/unit/render_test_report.h"

namespace profiler {
namespace {

std::string Csv(const Report& report) { return RenderCsv(report, {"scope", {}}); }

// The name of the only row, as a field.
std::string Field(const std::string& name) {
  Report report;
  report.shape = Shape::kRanked;
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

}  // namespace
}  // namespace profiler

#include "cli/prompt/completion.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/arguments.h"
#include "cli/commands/command_names.h"
#include "cli/prompt/candidate_list.h"
#include "cli/prompt/completion_values.h"
#include "profiler/catalog/options.h"
#include "profiler/store/builder.h"

namespace profiler {
namespace {

using Labels = std::vector<std::string>;

std::vector<FolderEntry> FakeFolder(const std::string& folder) {
  if (folder.empty()) {
    return {{"profile_1", false}, {"my runs", true}, {"it's", false}, {".hidden", false}};
  }
  if (folder == "my runs/") return {{"a,b", false}, {"profile_2", false}};
  return {};
}

// The line after Tab at `@`, or at its end without one.
struct Tab {
  std::string line;
  Labels labels;
};
Tab Press(std::string line, const Profile* profile = nullptr) {
  size_t cursor = line.find('@');
  if (cursor == std::string::npos) {
    cursor = line.size();
  } else {
    line.erase(cursor, 1);
  }
  CompletionContext context;
  context.profile = profile;
  context.list_folder = FakeFolder;
  const Completion completion = Completer(std::move(context)).Complete(line, cursor);
  if (completion.labels.empty()) return {line, {}};
  return {line.replace(completion.from, cursor - completion.from, completion.insert),
          completion.labels};
}

std::string Line(const std::string& line, const Profile* profile = nullptr) {
  return Press(line, profile).line;
}

bool Has(const Labels& labels, const std::string& label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

TEST_CASE("Commands are completed") {
  CHECK(Line("sco") == "scope ");
  CHECK(Line("  gr") == "  graph ");
  CHECK(Line("op") == "op");  // and ops, op_profile, open
  CHECK(Press("op").labels == Labels{"op", "ops", "op_profile", "open"});
  CHECK(Press("").labels.size() == AllCommandNames().size());
  CHECK(Press("nothing").labels.empty());
  CHECK(Press("nothing -").labels.empty());
  CHECK(Press("# o").labels.empty());
}

TEST_CASE("Options are completed for their command") {
  CHECK(Line("op -orde") == "op -order_by ");
  CHECK(Line("op --orde") == "op --order_by ");
  CHECK(Line("set -max_depth 3 -orde") == "set -max_depth 3 -order_by ");
  CHECK(Line("op -min_c") == "op -min_cpu_micros ");
  CHECK(Has(Press("op ").labels, "-timing"));
  CHECK_FALSE(Has(Press("op -").labels, "-profile_path"));
  CHECK_FALSE(Has(Press("op -").labels, "-keep_going"));
  CHECK(Line("open -input_f") == "open -input_format ");
  CHECK_FALSE(Has(Press("open -").labels, "-step"));
  CHECK(Press("quit -").labels.empty());
  CHECK(Press("op word").labels.empty());
}

TEST_CASE("Help topics are completed") {
  CHECK(Line("schema st") == "schema steps ");
  CHECK(Line("schema op -forma") == "schema op -format ");
  CHECK(Press("schema op x").labels.empty());
  CHECK(Line("steps -order_by tot") == "steps -order_by total_us ");
  CHECK(Line("steps -select step,aga") == "steps -select step,against_m");
  CHECK(Press("steps -select ru").labels == Labels{"runs", "run"});
  CHECK(Line("help sco") == "help scope ");
  CHECK(Line("help orde") == "help order_by ");
  CHECK(Line("help -orde") == "help -order_by ");
  CHECK(Press("help op x").labels.empty());
}

TEST_CASE("Columns in a condition are completed, in quotes and out") {
  CHECK(Line("op -where cpu_m") == "op -where cpu_micros");
  CHECK(Line("op -where=cpu_m") == "op -where=cpu_micros");
  CHECK(Line("op -where 'cpu_m") == "op -where 'cpu_micros");
  CHECK(Line("op -where 'micros > 1 && !(share_cpu") ==
        "op -where 'micros > 1 && !(share_cpu_micros");
  CHECK(Line("scope -where 'micros>1&&dep") == "scope -where 'micros>1&&depth");
  CHECK(Press("op -where dep").labels.empty());
  CHECK(Line("set -where dep") == "set -where depth");
}

TEST_CASE("Columns of a table are completed for it") {
  View table;
  table.columns = [] {
    ReportColumn column;
    column.name = "total_us";
    return std::vector<ReportColumn>{column};
  };
  const auto labels = [&](const char* option, std::string_view typed) {
    size_t begin = 0;
    Labels labels;
    for (const Candidate& candidate :
         ValueCandidates({}, *FindOption(option), &table, typed, begin)) {
      labels.push_back(candidate.label);
    }
    return labels;
  };
  CHECK(labels("select", "") == Labels{"total_us"});
  CHECK(labels("order_by", "") == Labels{"name", "total_us"});
  CHECK(labels("order_by", "mic").empty());
}

TEST_CASE("Values that are fixed words are completed") {
  CHECK(Line("op -order_by mic") == "op -order_by micros ");
  CHECK(Line("op -order_by=mic") == "op -order_by=micros ");
  CHECK(Line("op -order_by 'mic") == "op -order_by 'micros' ");
  CHECK(Line("op '-order_by=mic") == "op '-order_by=micros' ");
  CHECK(Press("op -format ").labels.size() == FindOption("format")->choices.size());
  CHECK(Line("op -format js") == "op -format json ");
  CHECK(Line("op -compat t") == "op -compat tfprof ");
  CHECK(Line("open -input_format xs") == "open -input_format xspace ");
  CHECK(Press("op -max_depth ").labels.empty());
  CHECK(Press("op -order_by -").labels.empty());  // no value begins so
}

TEST_CASE("A bool is completed, and what may follow a bare one") {
  CHECK(Line("op -timing t") == "op -timing true ");
  CHECK(Press("op -timing ").labels == Labels{"true", "false"});
  CHECK(Line("op -timing -orde") == "op -timing -order_by ");
  CHECK(Line("op -timing -order_by mic") == "op -timing -order_by micros ");
}

TEST_CASE("Items of a list are completed one by one") {
  CHECK(Line("op -select mic") == "op -select micros");
  CHECK(Line("op -select micros,pea") == "op -select micros,peak_bytes");
  CHECK(Line("op -select=micros,pea") == "op -select=micros,peak_bytes");
  CHECK(Line("op -select 'micros,pea") == "op -select 'micros,peak_bytes");
  CHECK_FALSE(Has(Press("op -select micros,").labels, "micros"));
  CHECK(Has(Press("op -select micros,").labels, "bytes"));
}

TEST_CASE("Only what is before the cursor is completed") {
  CHECK(Line("sco@ -max_depth 3") == "scope -max_depth 3");
  CHECK(Line("op -order_by mic@ -step 1") == "op -order_by micros -step 1");
  CHECK(Line("op -order_by 'mic@'") == "op -order_by 'micros'");
}

TEST_CASE("Files are completed, with the quotes they need") {
  CHECK(Line("open pro") == "open profile_1 ");
  CHECK(Line("open my") == "open 'my runs/");
  CHECK(Line("open 'my runs/p") == "open 'my runs/profile_2' ");
  CHECK(Line("open \"my runs/p") == "open \"my runs/profile_2\" ");
  CHECK(Line("open it") == "open \"it's\" ");
  CHECK(Line("open .h") == "open .hidden ");
  CHECK(Press("open ").labels == Labels{"it's", "my runs/", "profile_1"});
  CHECK(Line("open x pro") == "open x profile_1 ");
  CHECK(Line("open -profile_path=pro") == "open -profile_path=profile_1 ");
  CHECK(Line("open ~") == "open ~/");
}

TEST_CASE("Files of -output are completed") {
  CHECK(Line("op -output no") == "op -output none ");
  CHECK(Line("op -output fi") == "op -output file:outfile=");
  CHECK(Line("op -output file:") == "op -output file:outfile=");
  CHECK(Line("op -output file:outfile=pro") == "op -output file:outfile=profile_1 ");
  CHECK(Line("op -output=file:outfile=pro") == "op -output=file:outfile=profile_1 ");
  CHECK(Line("op -output 'file:outfile=my runs/a") == R"(op -output 'file:outfile=my runs/a\,b' )");
}

TEST_CASE("Files are completed behind redirections") {
  CHECK(Line("op > pro") == "op > profile_1 ");
  CHECK(Line("op >> pro") == "op >> profile_1 ");
  CHECK(Press("op > x pro").labels.empty());
  CHECK(Line("op | tee pro") == "op | tee profile_1 ");
  CHECK(Press("op | pro").labels.empty());
  CHECK(Line("op -order_by '|' -orde") == "op -order_by '|' -order_by ");
}

// Ops a/b/MatMul_1, a/b.c/x and a/d e, of types MatMul, Mul and Add; steps 1 and 12; two frames.
Profile Example() {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource({});
  builder.Step(source, 1);
  builder.Step(source, 12);
  FrameRow frame;
  frame.file = builder.Intern("/home/me/run.py");
  frame.line = 7;
  frame.function = builder.Intern("a_function_with_a_long_name");
  const FrameId made_by = builder.Frame(frame);
  const std::pair<const char*, const char*> ops[] = {
      {"a/b/MatMul_1", "MatMul"}, {"a/b.c/x", "Mul"}, {"a/d e", "Add"}, {"a/\x1b", "(odd)"}};
  for (const auto& [name, type] : ops) {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern(type);
    row.frame = made_by;
    const OpId op = builder.AddOp(row);
    builder.AddType(op, row.type);
    builder.AddType(op, builder.Intern("/job:x/device:GPU:0"));
  }
  return builder.Build();
}

TEST_CASE("Steps of the open profile are completed") {
  const Profile profile = Example();
  CHECK(Press("op -step ", &profile).labels == Labels{"-1", "1", "12", "last"});
  CHECK(Line("op -step 12", &profile) == "op -step 12 ");
  CHECK(Line("op -step -", &profile) == "op -step -1 ");
}

TEST_CASE("Types and devices of the open profile are completed") {
  const Profile profile = Example();
  CHECK(Line("op -account_type_regexes Mat", &profile) == "op -account_type_regexes MatMul");
  CHECK(Line("op -account_type_regexes Add,Mat", &profile) ==
        "op -account_type_regexes Add,MatMul");
  CHECK(Line("op -account_type_regexes /", &profile) ==
        "op -account_type_regexes /job:x/device:GPU:0");
  CHECK(Press("op -account_type_regexes M", &profile).labels == Labels{"MatMul", "Mul"});
  CHECK(Press("op -account_type_regexes .*M", &profile).labels.empty());
  CHECK(Press("op -account_type_regexes M").labels.empty());
}

TEST_CASE("Names of rows are completed as the view has them") {
  const Profile profile = Example();
  CHECK(Line("scope -show_name_regexes ", &profile) == "scope -show_name_regexes a/");
  CHECK(Press("scope -show_name_regexes a/", &profile).labels == Labels{"b.c/", "b/", "d e"});
  CHECK(Line("scope -show_name_regexes a/b/", &profile) == "scope -show_name_regexes a/b/MatMul_1");
  CHECK(Line("scope -show_name_regexes a/b.", &profile) == R"(scope -show_name_regexes a/b\.c/)");
  CHECK(Line(R"(scope -show_name_regexes a/b\.c/)", &profile) ==
        R"(scope -show_name_regexes a/b\.c/x)");
  CHECK(Line("scope -show_name_regexes a/d", &profile) == "scope -show_name_regexes 'a/d e'");
  CHECK(Line("scope -show_name_regexes x,a/d", &profile) == "scope -show_name_regexes x,'a/d e'");
  CHECK(Line("scope -show_name_regexes 'x,a/d", &profile) == "scope -show_name_regexes 'x,a/d e");
  CHECK(Line("op -hide_name_regexes Mat", &profile) == "op -hide_name_regexes MatMul");
  CHECK(Line("op -hide_name_regexes (", &profile) == "op -hide_name_regexes (");
  CHECK(Line("op -hide_name_regexes \\(", &profile) == R"(op -hide_name_regexes \(odd\))");
  CHECK(Line("code -trim_name_regexes run", &profile) == R"(code -trim_name_regexes run\.py:)");
  CHECK(Line(R"(code -trim_name_regexes run\.py:7:)", &profile) ==
        R"(code -trim_name_regexes run\.py:7:a_function_with_a_long_name)");
  CHECK(Line("set -show_name_regexes Mat", &profile) == "set -show_name_regexes MatMul");
}

TEST_CASE("Names in queries are completed") {
  CHECK(Line("SELECT * FROM allocatio") == "SELECT * FROM allocations ");
  CHECK(Line("select ops.assigned_d") == "select ops.assigned_device ");
  CHECK(Line("WITH x AS (SELECT union_d") == "WITH x AS (SELECT union_duration(");
  CHECK(Line("sql 'SELECT * FROM steps_v") == "sql 'SELECT * FROM steps_view(");
  CHECK(Line("SELECT * FROM x havi") == "SELECT * FROM x HAVING ");
  CHECK(Has(Press("SELECT ops.n").labels, "name"));
  CHECK_FALSE(Has(Press("SELECT ops.n").labels, "ops"));
  CHECK(Press("SELECT nothing_like_this").labels.empty());
}

TEST_CASE("Candidates are listed in columns, a screenful at most") {
  CHECK(ListInColumns({"a", "bb", "c"}, 80, 20) == "a   bb  c\n");
  CHECK(ListInColumns({"a", "bb", "c"}, 7, 20) == "a   c\nbb\n");
  CHECK(ListInColumns({"a long one", "b"}, 5, 20) == "a long one\nb\n");
  CHECK(ListInColumns({"a", "b", "c", "d"}, 1, 3) == "a\nb\n... 2 more\n");
  CHECK(ListInColumns({"\u00e4\u00e4", "b"}, 80, 20) == "\u00e4\u00e4  b\n");
}

}  // namespace
}  // namespace profiler

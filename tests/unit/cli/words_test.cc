#include "cli/words.h"

#include <catch2/catch.hpp>

#include "profiler/base/status.h"
#include "profiler/query/options/options.h"
#include "profiler/query/options/spelling.h"
#include "profiler/query/selection/regex_set.h"

namespace profiler {
namespace {

using Words = std::vector<std::string>;

Words Split(std::string_view line) {
  const auto split = SplitWords(line);
  REQUIRE(split.ok());
  return split->words;
}

std::string Refusal(std::string_view line) {
  const auto split = SplitWords(line);
  REQUIRE_FALSE(split.ok());
  return Message(split.status());
}

TEST_CASE("Words are split at blanks") {
  CHECK(Split("op -order_by micros") == Words{"op", "-order_by", "micros"});
  CHECK(Split("\t op \t -max_depth  3 \r") == Words{"op", "-max_depth", "3"});
  CHECK(Split("").empty());
  CHECK(Split(" \t ").empty());
}

TEST_CASE("Quotes protect blanks and go away") {
  CHECK(Split("op -show_name_regexes 'a b',c") == Words{"op", "-show_name_regexes", "a b,c"});
  CHECK(Split("-x=\"a b\"") == Words{"-x=a b"});
  CHECK(Split("file:outfile='my file.txt'") == Words{"file:outfile=my file.txt"});
  CHECK(Split("a,'b c',\"d e\"") == Words{"a,b c,d e"});
  CHECK(Split("-select ''") == Words{"-select", ""});
  CHECK(Split("'a b''c d'\"e\"f") == Words{"a bc def"});
}

TEST_CASE("Commas stay separators inside quotes") {
  CHECK(Split("\"mlp.*,loss.*\"") == Words{"mlp.*,loss.*"});
}

TEST_CASE("A quote inside a word is a character") {
  CHECK(Split("don't") == Words{"don't"});
  CHECK(Split("-show_name_regexes=it's") == Words{"-show_name_regexes=it's"});
  CHECK(Split("\"'x'\"") == Words{"'x'"});
  CHECK(Split("a\"b c") == Words{"a\"b", "c"});
}

TEST_CASE("Backslashes stay") {
  CHECK(Split(R"(a\,b\d '\w+ \'x)") == Words{R"(a\,b\d)", R"(\w+ \x)"});
}

TEST_CASE("An open quote is refused with its place") {
  CHECK(Refusal("op 'a") == "the quote ' at character 4 is never closed");
  CHECK(Refusal("\"") == "the quote \" at character 1 is never closed");
  CHECK(Refusal("-x='a b") == "the quote ' at character 4 is never closed");
}

TEST_CASE("A comment starts a word") {
  const auto only = SplitWords("  # text 'with a quote");
  REQUIRE(only.ok());
  CHECK(only->words.empty());
  CHECK(only->comment);
  CHECK(Split("op # text") == Words{"op"});
  CHECK(Split("a#b '#c'") == Words{"a#b", "#c"});
  CHECK_FALSE(SplitWords("op")->comment);
}

TEST_CASE("Redirections end a line") {
  using Kind = Redirect::Kind;
  const auto redirect = [](std::string_view line) {
    const auto split = SplitWords(line);
    REQUIRE(split.ok());
    CHECK(split->words == Words{"op"});
    return std::pair(split->redirect.kind, split->redirect.target);
  };
  CHECK(redirect("op") == std::pair(Kind::kNone, std::string()));
  CHECK(redirect("op > file") == std::pair(Kind::kFile, std::string("file")));
  CHECK(redirect("op >> 'my file' # text") == std::pair(Kind::kAppend, std::string("my file")));
  CHECK(redirect("op | head -3 'x  #' | cat > y ") ==
        std::pair(Kind::kPipe, std::string("head -3 'x  #' | cat > y")));
  CHECK(redirect("op # > file").first == Kind::kNone);
  CHECK(Refusal("op >") == "'>' misses its file, as in `op > report.txt`");
  CHECK(Refusal("op >> # x") == "'>>' misses its file, as in `op >> report.txt`");
  CHECK(Refusal("op | ") == "'|' misses its command, as in `op | head`");
  CHECK(Refusal("op > a b") ==
        "'>' takes one file, the last word of the line; quotes protect its blanks");
  CHECK(Refusal("op > 'a") == "the quote ' at character 6 is never closed");
  CHECK(Split("a|b '|' \">\" x>y") == Words{"a|b", "|", ">", "x>y"});
  CHECK(SplitWords("op '>' x")->redirect.kind == Kind::kNone);
}

TEST_CASE("A line that is not typed to its end has a last word") {
  CHECK(SplitPartial("").words.size() == 1);
  CHECK(SplitPartial("op ").words.size() == 2);
  CHECK(SplitPartial("op ").words[1].at == std::vector<size_t>{3});
  CHECK(SplitPartial("op # x").comment);
  const PartialWord word = SplitPartial("op -x='a b").words[1];
  CHECK(word.text == "-x=a b");
  CHECK(word.at == std::vector<size_t>{3, 4, 5, 7, 8, 9, 10});
  CHECK(word.quote == std::vector<char>{0, 0, 0, '\'', '\'', '\'', '\''});
  CHECK_FALSE(word.bare);
}

TEST_CASE("QuoteWord gives what SplitWords reads back") {
  for (const char* word :
       {"plain", "", "a b", "don't", "it's so", "\"", "' \"", "#x", "|", ">>", "a,b", "-x=a b",
        R"(\d\,)", "'", "\"'\"'", "a='b", R"(f\(x\)$ 'y' `z`)"}) {
    CHECK(Split(QuoteWord(word)) == Words{word});
  }
  CHECK(QuoteWord("aten::mm,b") == "aten::mm,b");
  // A shell reads these as patterns, escapes and variables, and changes nothing in single quotes.
  CHECK(QuoteWord("a.*,b") == "'a.*,b'");
  CHECK(QuoteWord(R"(PjitFunction\(f\))") == R"('PjitFunction\(f\)')");
  CHECK(QuoteWord("a == 'b'") == R"("a == 'b'")");
  CHECK(QuoteWord("don't $x") == R"('don'"'"'t $x')");
}

TEST_CASE("NameRegex matches a name and nothing else, as an item of a list") {
  for (const char* name :
       {"Conv2D", "aten::mm", "void gemm<float, 4>(int*)", "a.b", "[x]", R"(\d)"}) {
    CAPTURE(name);
    const auto items = SplitList(NameRegex(name));
    REQUIRE(items.size() == 1);
    const auto regexes = RegexSet::Compile(items);
    REQUIRE(regexes.ok());
    CHECK(regexes->Matches(name));
    CHECK_FALSE(regexes->Matches(std::string(name) + "x"));
  }
  CHECK_FALSE(RegexSet::Compile({NameRegex("a.b")})->Matches("aXb"));
}

}  // namespace
}  // namespace profiler

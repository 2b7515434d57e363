#include "profiler/compare/row_pairs.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace profiler {
namespace {

// "base>new" of each pair, "-" where there is no partner.
std::vector<std::string> Paired(const std::vector<PairedRow>& base,
                                const std::vector<PairedRow>& next) {
  std::vector<std::string> texts;
  for (const RowPair& pair : PairRows(base, next)) {
    texts.push_back((pair.base ? std::string(base[*pair.base].name) : "-") + ">" +
                    (pair.next ? std::string(next[*pair.next].name) : "-"));
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("The stem is without a number at the end and without template numbers") {
  CHECK(StemOf("fusion.12") == "fusion");
  CHECK(StemOf("gemm<128, 64>::run2") == "gemm<, >::run2");
  CHECK(StemOf("aten::op_13") == "aten::op_13");
  CHECK(StemOf(".5") == ".5");
}

TEST_CASE("Renumbered instructions are paired in order") {
  CHECK(Paired({{"fusion.1", "", 10}, {"fusion.2", "", 90}},
               {{"fusion.7", "", 11}, {"fusion.9", "", 88}}) ==
        Texts{"fusion.1>fusion.7", "fusion.2>fusion.9"});
  // fusion.2 is another instruction now.
  CHECK(Paired({{"fusion.1", "", 10}, {"fusion.2", "", 90}},
               {{"fusion.2", "", 11}, {"fusion.3", "", 88}}) ==
        Texts{"fusion.1>fusion.2", "fusion.2>fusion.3"});
}

TEST_CASE("Noise does not renumber instructions of the same names") {
  // Of a CPU whose load changed: no order explains the times.
  constexpr double kBefore[] = {151.9, 110.7, 75.5, 33.9, 32.9, 35.2,
                                17.2,  62.9,  5.2,  82.9, 22.7, 149.2};
  constexpr double kAfter[] = {97.7, 88.7, 75.7, 50.2, 32.1, 34.4,
                               70.9, 5.7,  21.7, 13.9, 21.6, 49.8};
  std::vector<std::string> names;
  for (int i = 1; i <= 12; ++i) names.push_back("iota." + std::to_string(i));
  std::vector<PairedRow> before, after;
  Texts same;
  for (size_t i = 0; i < names.size(); ++i) {
    before.push_back({names[i], "", kBefore[i]});
    after.push_back({names[i], "", kAfter[i]});
    same.push_back(names[i] + ">" + names[i]);
  }
  CHECK(Paired(before, after) == same);
  // One is gone and another was added behind it: fusion.2 is what was fusion.3.
  CHECK(Paired({{"fusion.1", "", 10},
                {"fusion.2", "", 500},
                {"fusion.3", "", 90},
                {"fusion.4", "", 2000}},
               {{"fusion.1", "", 10},
                {"fusion.2", "", 91},
                {"fusion.3", "", 2010},
                {"fusion.4", "", 7}}) == Texts{"fusion.1>fusion.1", "fusion.3>fusion.2",
                                               "fusion.4>fusion.3", "->fusion.4", "fusion.2>-"});
}

TEST_CASE("Rows are paired by name if that fits, and come in the order of the new profile") {
  CHECK(Paired({{"fusion.1", "", 10}, {"fusion.2", "", 90}},
               {{"fusion.2", "", 91}, {"fusion.1", "", 10}}) ==
        Texts{"fusion.2>fusion.2", "fusion.1>fusion.1"});
}

TEST_CASE("Another op is added and removed, not renamed") {
  CHECK(Paired({{"aten::a", "", 1}}, {{"aten::b", "", 1}}) == Texts{"->aten::b", "aten::a>-"});
}

TEST_CASE("Lines that both have pair with themselves, however their times changed") {
  const auto line = [](std::string_view name, double time) {
    PairedRow row{name, "", time, "train.py forward"};
    row.is_line = true;
    return row;
  };
  CHECK(Paired({line("train.py:8", 25), line("train.py:17", 65)},
               {line("train.py:8", 99), line("train.py:17", 27)}) ==
        Texts{"train.py:8>train.py:8", "train.py:17>train.py:17"});
  // Also where another one was added.
  CHECK(Paired({line("train.py:8", 25), line("train.py:17", 65)},
               {line("train.py:8", 99), line("train.py:17", 60), line("train.py:30", 25)}) ==
        Texts{"train.py:8>train.py:8", "train.py:17>train.py:17", "->train.py:30"});
  // An edit before them shifts all.
  CHECK(Paired({line("train.py:8", 25), line("train.py:17", 65)},
               {line("train.py:17", 25), line("train.py:26", 66)}) ==
        Texts{"train.py:8>train.py:17", "train.py:17>train.py:26"});
}

TEST_CASE("What is named by its place stays the same if only its type changes") {
  const auto op = [](std::string_view name, std::string_view type) {
    PairedRow row{name, type, 10};
    row.is_named_by_place = true;
    return row;
  };
  CHECK(Paired({op("dense/MatMul", "_MklMatMul")}, {op("dense/MatMul", "MatMul")}) ==
        Texts{"dense/MatMul>dense/MatMul"});
  CHECK(Paired({op("dense/MatMul", "_MklMatMul")}, {op("dense_1/MatMul", "MatMul")}) ==
        Texts{"->dense_1/MatMul", "dense/MatMul>-"});
  // Which of two is it?
  CHECK(Paired({op("add", "Add")}, {op("add", "AddV2"), op("add", "AddN")}) ==
        Texts{"->add", "->add", "add>-"});
  // A number that builds change is no place.
  CHECK(Paired({op("fusion.1", "loop")}, {op("fusion.1", "input")}) ==
        Texts{"->fusion.1", "fusion.1>-"});
  CHECK(Paired({{"gemm", "a", 10}}, {{"gemm", "b", 10}}) == Texts{"->gemm", "gemm>-"});
}

}  // namespace profiler

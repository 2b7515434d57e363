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

TEST_CASE("Rows are paired by name if that fits, and come in the order of the new profile") {
  CHECK(Paired({{"fusion.1", "", 10}, {"fusion.2", "", 90}},
               {{"fusion.2", "", 91}, {"fusion.1", "", 10}}) ==
        Texts{"fusion.2>fusion.2", "fusion.1>fusion.1"});
}

TEST_CASE("Another op is added and removed, not renamed") {
  CHECK(Paired({{"aten::a", "", 1}}, {{"aten::b", "", 1}}) == Texts{"->aten::b", "aten::a>-"});
}

}  // namespace profiler

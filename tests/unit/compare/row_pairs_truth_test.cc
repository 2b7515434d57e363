// Made programs of which it is known which row is which: whether rows are paired with themselves.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "profiler/compare/row_pairs.h"

namespace profiler {
namespace {

struct MadeRow {
  int id;  // what it is, in both builds
  std::string stem;
  double time;
  std::string framework_op = {}, shape = {};
  std::string name = {};
};
using Program = std::vector<MadeRow>;

constexpr int kSeeds = 20;

// Some kinds of instructions in a random order, with times over three orders of magnitude.
Program MakeProgram(uint32_t seed, int rows, bool has_facts = false) {
  std::mt19937 random(seed);
  std::lognormal_distribution<double> time(3, 1.5);
  Program program;
  const std::string stems[] = {"fusion", "fusion", "loop_fusion", "convolution", "copy"};
  for (int id = 0; id < rows; ++id) {
    MadeRow row{id, stems[random() % 5], time(random)};
    if (has_facts) {
      row.framework_op = fmt::format("layer_{}/op", random() % 30);
      row.shape = fmt::format("{},{}", 8 << (random() % 4), 16 << (random() % 4));
    }
    program.push_back(std::move(row));
  }
  return program;
}

// Numbers rows of a stem in the order of the program, as a compiler does.
Program Numbered(Program program, int first = 1) {
  std::map<std::string, int> next;
  for (MadeRow& row : program) {
    row.name = fmt::format("{}.{}", row.stem, first + next[row.stem]++);
  }
  return program;
}

Program WithNoise(Program program, uint32_t seed, double noise = 0.03) {
  std::mt19937 random(seed);
  std::normal_distribution<double> of_time(0, noise);
  for (MadeRow& row : program) row.time *= std::exp(of_time(random));
  return program;
}

std::vector<PairedRow> RowsOf(const Program& program) {
  std::vector<PairedRow> rows;
  for (const MadeRow& row : program) {
    PairedRow paired;
    paired.name = row.name;
    paired.time = row.time;
    paired.framework_op = row.framework_op;
    paired.shape = row.shape;
    rows.push_back(paired);
  }
  return rows;
}

// The rows that are not paired with themselves, or with another, though they have no partner.
int WrongPairs(const Program& base, const Program& next) {
  std::map<int, int> truth, found;
  for (const MadeRow& row : base) truth[row.id] = -1;
  for (const MadeRow& row : next) {
    if (truth.count(row.id) > 0) truth[row.id] = row.id;
  }
  for (const RowPair& pair : PairRows(RowsOf(base), RowsOf(next))) {
    if (pair.base) found[base[*pair.base].id] = pair.next ? next[*pair.next].id : -1;
  }
  int wrong = 0;
  for (const auto& [id, partner] : truth) wrong += found.at(id) == partner ? 0 : 1;
  return wrong;
}

// The wrong pairs of all seeds, each with programs of 200 rows.
template <typename Change>
int WrongOfAll(const Change& change, bool has_facts = false) {
  int wrong = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Program program = MakeProgram(seed, 200, has_facts);
    std::mt19937 random(seed + 1000);
    wrong +=
        WrongPairs(Numbered(program), WithNoise(Numbered(change(program, random)), seed + 2000));
  }
  return wrong;
}

Program Insert(Program program, std::mt19937& random, int count, int id = 1000) {
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(random() % program.size());
    program.insert(program.begin() + at,
                   {id + i, "fusion", 2.0 + static_cast<double>(random() % 400),
                    fmt::format("new_{}/op", i), "3,3"});
  }
  return program;
}

Program Remove(Program program, std::mt19937& random, int count) {
  for (int i = 0; i < count; ++i) {
    program.erase(program.begin() + static_cast<std::ptrdiff_t>(random() % program.size()));
  }
  return program;
}

}  // namespace

TEST_CASE("Pairs of a program that did not change are right") {
  CHECK(WrongOfAll([](Program program, std::mt19937&) { return program; }) == 0);
}

TEST_CASE("Pairs are right if all numbers start elsewhere") {
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Program program = MakeProgram(seed, 200);
    CHECK(WrongPairs(Numbered(program), WithNoise(Numbered(program, 77), seed)) == 0);
    // So that many names are in both, of other rows.
    CHECK(WrongPairs(Numbered(program), WithNoise(Numbered(program, 3), seed)) <= 2);
  }
}

TEST_CASE("Pairs are right if instructions are inserted, so that later numbers shift by one") {
  const int wrong = WrongOfAll(
      [](const Program& program, std::mt19937& random) { return Insert(program, random, 1); });
  CHECK(wrong <= kSeeds * 200 / 100);  // 1 %: neighbours may take equally long
  CHECK(WrongOfAll(
            [](const Program& program, std::mt19937& random) { return Insert(program, random, 5); },
            /*has_facts=*/true) <= kSeeds * 200 / 100);
}

TEST_CASE("Pairs are right if instructions are deleted") {
  CHECK(WrongOfAll([](const Program& program, std::mt19937& random) {
          return Remove(program, random, 1);
        }) <= kSeeds * 200 / 100);
  CHECK(WrongOfAll(
            [](const Program& program, std::mt19937& random) { return Remove(program, random, 5); },
            /*has_facts=*/true) <= kSeeds * 200 / 100);
}

TEST_CASE("Pairs are right if one is inserted and another deleted, so that the names stay") {
  CHECK(WrongOfAll([](const Program& program, std::mt19937& random) {
          return Insert(Remove(program, random, 1), random, 1);
        }) <= kSeeds * 200 * 3 / 100);
}

TEST_CASE("Pairs are right if two instructions of other times are swapped") {
  CHECK(WrongOfAll([](Program program, std::mt19937& random) {
          const size_t a = random() % program.size(), b = random() % program.size();
          std::swap(program[a], program[b]);
          return program;
        }) <= kSeeds * 200 / 100);
}

TEST_CASE("Pairs are right if one instruction gets three times as slow, or all a third faster") {
  CHECK(WrongOfAll([](Program program, std::mt19937& random) {
          program[random() % program.size()].time *= 3;
          return program;
        }) == 0);
  CHECK(WrongOfAll([](Program program, std::mt19937&) {
          for (MadeRow& row : program) row.time /= 1.5;
          return program;
        }) == 0);
}

TEST_CASE("Pairs are right if all are slower on another machine") {
  for (const double factor : {3.0, 0.2}) {
    CHECK(WrongOfAll([&](Program program, std::mt19937&) {
            for (MadeRow& row : program) row.time *= factor;
            return program;
          }) == 0);
  }
}

TEST_CASE("A row of the same name is the same, however much slower it is") {
  Program base = Numbered(MakeProgram(1, 1)), next = base;
  next[0].time *= 1000;
  CHECK(WrongPairs(base, next) == 0);
}

TEST_CASE("A row of the same stem and another time by far is another row") {
  const std::vector<RowPair> pairs = PairRows({{"gemm.1", "", 1000}}, {{"gemm.7", "", 5}});
  REQUIRE(pairs.size() == 2);
  CHECK_FALSE(pairs[0].base.has_value());
  CHECK_FALSE(pairs[1].next.has_value());
}

TEST_CASE("Two instructions whose framework ops differ are no pair, whose shapes differ are") {
  PairedRow a{"fusion.1", "", 10}, b{"fusion.9", "", 10};
  a.framework_op = "dense/dot", b.framework_op = "attention/dot";
  CHECK(PairRows({a}, {b}).size() == 2);
  b.framework_op = a.framework_op;
  a.shape = "8,128", b.shape = "16,128";
  CHECK(PairRows({a}, {b}).size() == 1);
}

TEST_CASE("200,000 rows are paired in time and memory that do not grow with their square") {
  const Program base = MakeProgram(5, 200'000);
  std::mt19937 random(6);
  const Program old = Numbered(base), next = Numbered(Insert(base, random, 3));
  // At most a few rows around the three places.
  CHECK(WrongPairs(old, next) <= 100);
}

}  // namespace profiler

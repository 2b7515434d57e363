// Inputs of several formats generated from a seed, opened like files.
#ifndef TESTS_UNIT_PROPERTIES_GENERATED_INPUTS_H_
#define TESTS_UNIT_PROPERTIES_GENERATED_INPUTS_H_

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/open/open.h"
#include "tests/unit/properties/generated_profile.h"
#include "tests/unit/properties/generated_trace.h"
#include "tests/unit/properties/generated_xspace.h"

namespace profiler {

struct GeneratedInput {
  std::string name, bytes;
};

inline std::vector<GeneratedInput> GeneratedInputs(uint64_t seed) {
  return {
      {"run/profile_1", ProfileProtoGenerator(seed).Make().SerializeAsString()},
      {"host-1.xplane.pb", XSpaceGenerator(seed, seed % 2 == 0).Make().SerializeAsString()},
      {"trace.json", TraceGenerator::Document(TraceGenerator(seed).Events())},
  };
}

inline OpenedProfile Opened(const GeneratedInput& input, size_t threads = 1) {
  RunContext context;
  context.SetThreads(threads);
  auto opened = OpenInput(Input::FromBytes(input.name, input.bytes), "", context);
  INFO(input.name << ": " << Message(opened.status()));
  REQUIRE(opened.ok());
  return *std::move(opened);
}

}  // namespace profiler

#endif  // TESTS_UNIT_PROPERTIES_GENERATED_INPUTS_H_

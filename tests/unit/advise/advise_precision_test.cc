// PrecisionChecker and its analysis.
#include "profiler/analysis/ops/precision/precision.h"
#include "profiler/analysis/ops/precision/product_ops.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

const std::string kRule = "PrecisionChecker";
constexpr int kFloat = 1, kDouble = 2, kBfloat16 = 14, kHalf = 19, kFloatRef = 101, kNoType = 0;

struct Product {
  int type;
  int64_t micros;
  std::string op_type = "MatMul";
  std::string attribute = "T";
};

// Matrix products, one after the other, on a GPU's stream or on the CPU.
Profile Make(const std::vector<Product>& products, bool on_gpu = true) {
  AdviseMaker make;
  const StepId step = make.Step(1);
  const TrackId track =
      on_gpu ? make.Track(kGpu, TrackKind::kStream) : make.Track(kCpu, TrackKind::kLane);
  int64_t at = 0;
  for (const Product& product : products) {
    const OpId op = make.Op("p" + std::to_string(make.builder.op_count()), product.op_type,
                            on_gpu ? kGpu : kCpu);
    if (product.type != kNoType) make.TypeAttribute(op, product.attribute, product.type);
    make.Event(track, at, product.micros, op, step);
    at += product.micros;
  }
  return make.builder.Build();
}

TEST_CASE("The precision of an op is that of its type attributes") {
  const auto precision = [](int type, const std::string& attribute = "T") {
    return PrecisionOf(Make({{type, 1, "MatMul", attribute}}), OpId(0));
  };
  CHECK(precision(kFloat) == Precision::kBits32);
  CHECK(precision(kFloatRef) == Precision::kBits32);
  CHECK(precision(kHalf) == Precision::kBits16);
  CHECK(precision(kBfloat16) == Precision::kBits16);
  CHECK(precision(24) == Precision::kBits16);  // an 8-bit float
  CHECK(precision(kDouble) == Precision::kOther);
  CHECK(precision(20) == Precision::kUnknown);  // a resource
  CHECK(precision(kNoType) == Precision::kUnknown);
  CHECK(precision(kHalf, "dtype") == Precision::kBits16);
  CHECK(precision(kHalf, "DstT") == Precision::kBits16);
  CHECK(precision(kHalf, "Tidx") == Precision::kUnknown);
}

TEST_CASE("An instruction without types has those of the op that it was made from") {
  AdviseMaker make;
  const OpId product = make.Op("product", "MatMul");
  make.TypeAttribute(product, "T", kHalf);
  const OpId instruction = make.Op("dot.1", "dot");
  make.builder.op(instruction).framework_op = product;
  CHECK(PrecisionOf(make.builder.Build(), instruction) == Precision::kBits16);
}

TEST_CASE("Matrix products and convolutions of all frameworks are compute") {
  for (const char* type : {"MatMul", "BatchMatMulV2", "Conv2DBackpropFilter", "Einsum", "dot",
                           "convolution", "aten::mm", "aten::convolution_backward"}) {
    CHECK(IsCompute(type));
  }
  for (const char* type : {"Relu", "MaxPool", "fusion", "aten::add", ""})
    CHECK_FALSE(IsCompute(type));
}

TEST_CASE("Fires: little of the time is in 16 bit") {
  const Report section = Section(Make({{kFloat, 950}, {kHalf, 50}, {kHalf, 9000, "Relu"}}), kRule);
  CHECK(Contains(Said(section, "little_16_bit"),
                 "5% of the 1 ms a step in matrix products and convolutions on accelerators is "
                 "in 16 bit or less, 95% in 32 bit: mixed precision"));
  CHECK(Own(EvidenceOf(section, "little_16_bit"), "32 bit", "micros") == 950 * kUs);
  CHECK(Own(EvidenceOf(section, "little_16_bit"), "16 bit or less", "ops") == 1);
  CHECK(Contains(Said(section, "little_16_bit", "command"), "-account_type_regexes MatMul "));
  CHECK(Contains(Said(Section(Make({{kFloat, 10}}), kRule), "little_16_bit"), "none of the 10 us"));
}

TEST_CASE("Quiet: enough of it is; the threshold says how much that is") {
  const Profile profile = Make({{kFloat, 800}, {kBfloat16, 100}, {kDouble, 100}});
  const Report section = Section(profile, kRule);
  CHECK(Said(section, "precision") ==
        "10% of the 1 ms a step in matrix products and convolutions on accelerators is in 16 "
        "bit or less, 80% in 32 bit");
  CHECK(Own(EvidenceOf(section, "precision"), "other types", "micros") == 100 * kUs);
  CHECK(Has(Section(profile, kRule, {{kRule + ".low", 0.2}}), "little_16_bit"));
}

TEST_CASE("Unknown types are told, and are in no share") {
  const Report section = Section(Make({{kHalf, 30}, {kFloat, 70}, {kNoType, 400}}), kRule);
  CHECK(Contains(Said(section, "precision"), "30% of the 100 us"));
  CHECK(Own(EvidenceOf(section, "precision"), "unknown", "micros") == 400 * kUs);
  CHECK(Contains(Lacks(section), "that take 400 us a step on accelerators were not recorded"));
}

TEST_CASE("Lacks: types, accelerators, or their times") {
  const Report no_types = Section(Make({{kNoType, 10}}), kRule);
  CHECK(no_types.rows.empty());
  CHECK(Contains(Lacks(no_types), "were not recorded"));

  const Report on_cpu = Section(Make({{kFloat, 10}}, false), kRule);
  CHECK(on_cpu.rows.empty());
  CHECK(Lacks(on_cpu) == "no matrix product or convolution ran on an accelerator");

  AdviseMaker make;  // only its scheduling on the host was recorded
  const OpId op = make.Op("p", "MatMul", kGpu);
  make.Event(make.Track(kCpu, TrackKind::kLane), 0, 10, op, make.Step(1));
  const Report no_times = Section(make.builder.Build(), kRule);
  CHECK(no_times.rows.empty());
  CHECK(Contains(Lacks(no_times), "kernel times were not recorded"));
}

TEST_CASE("The selected step alone counts") {
  AdviseMaker make;
  const TrackId stream = make.Track(kGpu, TrackKind::kStream);
  const OpId half = make.Op("half", "MatMul", kGpu), single = make.Op("single", "MatMul", kGpu);
  make.TypeAttribute(half, "T", kHalf);
  make.TypeAttribute(single, "T", kFloat);
  make.Event(stream, 0, 10, half, make.Step(1));
  make.Event(stream, 100, 10, single, make.Step(2));
  const Profile profile = make.builder.Build();
  Query query = AdviceQuery({kRule});
  query.selection.steps = StepSelection::One(1);
  CHECK(Has(Advise(profile, query).sections[0], "precision"));
  query.selection.steps = StepSelection::One(2);
  CHECK(Has(Advise(profile, query).sections[0], "little_16_bit"));
}

}  // namespace
}  // namespace profiler

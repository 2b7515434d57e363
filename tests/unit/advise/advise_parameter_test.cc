// ParameterChecker and its analysis.
#include "profiler/analysis/ops/variables.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

const std::string kRule = "ParameterChecker";
constexpr int kFloat = 1, kHalf = 19;

class GraphMaker : public AdviseMaker {
 public:
  OpId Variable(const std::string& name, int64_t params, bool trainable = true, int type = kFloat) {
    const OpId op = Op(name, "VarHandleOp", kCpu);
    builder.AddShapeDim(op, params);
    if (type != 0) TypeAttribute(op, "dtype", type);
    if (trainable) Label(op, "_trainable_variables");
    return op;
  }
  OpId Node(const std::string& name, const std::string& type, const std::vector<OpId>& inputs) {
    const OpId op = Op(name, type, kCpu);
    for (size_t i = 0; i < inputs.size(); ++i) Input(op, static_cast<int32_t>(i), inputs[i]);
    return op;
  }
};

ModelVariables Find(const Profile& profile, Query query = AdviceQuery({})) {
  RunContext context;
  const auto values = GetOpValues({profile, query.selection}, query, context);
  REQUIRE(values.ok());
  return FindVariables(profile, **values);
}

TEST_CASE("Variables have the size of their type, or that in the checkpoint") {
  GraphMaker make;
  make.Variable("a", 10);
  make.Variable("b", 10, false, kHalf);
  const OpId c = make.Variable("c", 10, true, 0), d = make.Variable("d", -1);
  make.Variable("e", -1);
  for (const OpId op : {c, d}) {
    VariableRow row;
    row.op = op;
    row.bytes = 33;
    make.builder.AddVariable(row);
  }
  make.builder.AddShapeDim(make.Op("fed", "Placeholder"), 99);
  const ModelVariables found = Find(make.builder.Build());
  REQUIRE(found.all.size() == 5);
  CHECK((found.all[0].params == 10));
  CHECK((found.all[0].bytes == 40));
  CHECK(found.all[0].trainable);
  CHECK((found.all[1].bytes == 20));
  CHECK_FALSE(found.all[1].trainable);
  CHECK((found.all[2].bytes == 33));
  CHECK((found.all[3].bytes == 33));
  CHECK((found.all[4].bytes == kAbsent));
}

TEST_CASE("An optimizer updates its first input; the next ones are its slots") {
  GraphMaker make;
  const OpId w = make.Variable("w", 10), m = make.Variable("opt/x1", 10, false);
  const OpId b = make.Variable("b", 5), rate = make.Variable("rate", 1, false);
  const OpId read = make.Node("rate/read", "ReadVariableOp", {rate});
  make.Node("update", "ResourceApplyMomentum", {w, m, read});
  make.Node("forward", "MatMul", {make.Node("b/read", "ReadVariableOp", {b})});
  const ModelVariables found = Find(make.builder.Build());
  CHECK(found.has_updates);
  CHECK(found.all[0].updated);
  CHECK(found.all[1].slot_of == w);
  CHECK_FALSE(found.all[2].updated);
  CHECK_FALSE(found.all[3].slot_of.valid());
}

TEST_CASE("Slots are known by their names, too") {
  GraphMaker make;
  const OpId w = make.Variable("net/w", 10);
  make.Variable("net/w/Adam", 10, false);
  make.Variable("training/Adam/net/w/v", 10, false);
  make.Variable("net/w/ExponentialMovingAverage", 10, false);
  make.Variable("net/Adam", 10, false);
  const ModelVariables found = Find(make.builder.Build());
  for (const size_t slot : {1, 2, 3}) CHECK(found.all[slot].slot_of == w);
  CHECK_FALSE(found.all[4].slot_of.valid());
  CHECK_FALSE(found.all[0].slot_of.valid());
}

TEST_CASE("Without an optimizer, what ops of gradients read is trained") {
  GraphMaker make;
  const OpId w = make.Variable("w", 10);
  make.Variable("b", 5);
  const OpId read = make.Node("w/read", "Identity", {w});
  const OpId switched = make.Node("switch", "Switch", {read});
  make.Node("gradients/MatMul_grad/MatMul", "MatMul", {switched});
  const ModelVariables found = Find(make.builder.Build());
  CHECK(found.has_updates);
  CHECK(found.all[0].updated);
  CHECK_FALSE(found.all[1].updated);
}

TEST_CASE("A cycle of reads ends") {
  GraphMaker make;
  make.Variable("w", 10);
  const OpId read = make.Op("read", "Identity");
  make.Input(read, 0, read);
  make.Node("gradients/a", "A", {read});
  CHECK_FALSE(Find(make.builder.Build()).all[0].updated);
}

TEST_CASE("-device leaves out variables that ran elsewhere only") {
  GraphMaker make;
  const OpId w = make.Variable("w", 10), v = make.Variable("v", 10);
  make.Event(make.Track(kCpu, TrackKind::kLane), 0, 1, w, make.Step(1));
  make.Event(make.Track(kGpu, TrackKind::kLane), 0, 1, v, make.Step(1));
  Query query = AdviceQuery({});
  query.selection.devices = *RegexSet::Compile({".*cpu.*"});
  const ModelVariables found = Find(make.builder.Build(), query);
  REQUIRE(found.all.size() == 1);
  CHECK(found.all[0].op == w);
}

// A model of 100 + 10 parameters with Adam; `b` is updated or not.
Profile Model(bool b_is_updated, bool optimizer = true) {
  GraphMaker make;
  const OpId w = make.Variable("net/w", 100), b = make.Variable("net/b, the bias", 10);
  const OpId m = make.Variable("net/w/Adam", 100, false),
             v = make.Variable("net/w/Adam_1", 100, false);
  if (optimizer) make.Node("Adam/update_w", "ResourceApplyAdam", {w, m, v});
  if (b_is_updated) make.Node("Adam/update_b", "ResourceApplyGradientDescent", {b});
  return make.builder.Build();
}

TEST_CASE("The biggest variables of the model, without those of the optimizer") {
  const Report section = Section(Model(true), kRule);
  CHECK(Said(section, "biggest_variables") ==
        "2 variables of the model hold 110 parameters (440 B); the biggest is net/w, 91% of them");
  const Report& evidence = EvidenceOf(section, "biggest_variables");
  CHECK(evidence.rows.size() == 2);
  CHECK((Own(evidence, "net/w", "bytes") == 400));
  CHECK(ColumnOf(evidence, "device").words[0] == kCpu);
}

TEST_CASE("Fires: a trainable variable has no gradient") {
  const Report section = Section(Model(false), kRule);
  CHECK(Said(section, "no_gradient", "severity") == "warning");
  CHECK(Contains(Said(section, "no_gradient"),
                 "1 of 2 trainable variables has no gradient: 10 "
                 "parameters (40 B), 9% of what is trainable"));
  CHECK(Contains(Said(section, "no_gradient", "command"),
                 R"(-show_name_regexes 'net/b\, the bias')"));
  CHECK(Said(Section(Model(false), kRule, {{kRule + ".no_gradient", 0.1}}), "no_gradient",
             "severity") == "info");
}

TEST_CASE("Quiet: all trainable variables have one") {
  const Report section = Section(Model(true), kRule);
  CHECK_FALSE(Has(section, "no_gradient"));
  for (const std::string& severity : ColumnOf(section, "severity").words) CHECK(severity == "info");
  CHECK(Lacks(section).empty());
}

TEST_CASE("The optimizer's share of the memory") {
  const Report section = Section(Model(true), kRule);
  CHECK(Said(section, "slots") ==
        "the optimizer's slots and moving averages hold 200 parameters (800 B), 65% of all "
        "variables");
  CHECK(EvidenceOf(section, "slots").rows.size() == 2);
  CHECK(Contains(Said(Section(Model(true), kRule, {{kRule + ".slots", 0.6}}), "many_slots"),
                 "an optimizer with fewer slots"));
}

TEST_CASE("Lacks: variables, which are trainable, or what trains them") {
  AdviseMaker none;
  none.Op("a", "MatMul", kCpu);
  const Report section = Section(none.builder.Build(), kRule);
  CHECK(section.rows.empty());
  CHECK(Contains(Lacks(section), "variable shapes need a graph"));

  GraphMaker unmarked;
  unmarked.Variable("w", 10, false);
  CHECK(Contains(Lacks(Section(unmarked.builder.Build(), kRule)), "marked as trainable"));

  const Report inference = Section(Model(false, false), kRule);
  CHECK_FALSE(Has(inference, "no_gradient"));
  CHECK(Contains(Lacks(inference), "neither an optimizer nor gradients"));

  GraphMaker function;  // which may update b
  const OpId w = function.Variable("w", 10), b = function.Variable("b", 5);
  function.Node("update", "ResourceApplyGradientDescent", {w});
  function.Node("call", "StatefulPartitionedCall", {b});
  const Report hidden = Section(function.builder.Build(), kRule);
  CHECK_FALSE(Has(hidden, "no_gradient"));
  CHECK(Contains(Lacks(hidden), "functions take some variables"));
}

}  // namespace
}  // namespace profiler

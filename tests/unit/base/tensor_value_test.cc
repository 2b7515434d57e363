// `-select tensor_value`: which rows have values, and how each output format shows them.
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/render/tensor_text.h"
#include "profiler/store/builder.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/rendered.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

TensorValue Tensor(std::vector<int64_t> shape, TensorValue::Values values,
                   std::string dtype = "float32") {
  TensorValue tensor{std::move(dtype), std::move(shape), std::move(values)};
  tensor.count = static_cast<int64_t>(tensor.size());
  return tensor;
}

class FixedValues : public TensorValues {
 public:
  absl::StatusOr<TensorValue> Read(std::string_view name, int64_t) const override {
    if (name == "damaged") return absl::DataLossError("the values of 'damaged' are damaged");
    const auto found = values.find(name);
    if (found == values.end()) return absl::NotFoundError("");
    return found->second;
  }

  std::map<std::string, TensorValue, std::less<>> values;
};

// The ops `names`, and a checkpoint if `values` is not null.
Profile Make(const std::vector<std::string>& names, std::shared_ptr<FixedValues> values) {
  ProfileBuilder builder;
  builder.AddSource({});
  for (const std::string& name : names) {
    OpRow op;
    op.name = builder.Intern(name);
    builder.AddOp(op);
  }
  if (values != nullptr) builder.SetTensorValues(std::move(values));
  return builder.Build();
}

Report Ask(const Profile& profile, std::string_view view, std::vector<ColumnName> select) {
  Query query;
  query.select = std::move(select);
  RunContext context;
  auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return *std::move(report);
}
Report AskValues(const Profile& profile, std::string_view view) {
  return Ask(profile, view, {kTensorValueColumn});
}

std::vector<std::string> NoteIds(const Report& report) {
  std::vector<std::string> ids;
  for (const Note& note : report.notes) ids.push_back(note.id);
  return ids;
}

std::string RowsOf(const std::string& text) {
  return text.substr(text.find("node name | \n") + 13);
}

TEST_CASE("values stand below the rows of the variables' names") {
  auto values = std::make_shared<FixedValues>();
  values->values["a/w"] = Tensor({2, 2}, std::vector<double>{1, -0.5, 0.25, 1e7});
  values->values["a"] = Tensor({}, std::vector<int64_t>{188}, "int64");
  const Profile profile = Make({"a/w", "b"}, values);
  for (const char* view : {"scope", "graph"}) {
    const Report report = AskValues(profile, view);
    const std::string rows = RowsOf(Rendered("text", report, {}));
    if (report.view == "scope") {
      // A scope without an op of its name is a row, and may be a partitioned variable.
      CHECK(rows ==
            "_TFProfRoot ()\n  a ()\n[188 ],\n    a/w ()\n"
            "[[1.00 -0.50 ],\n[0.25 10000000.00 ],\n],\n  b ()\n");
    } else {
      CHECK(rows ==
            "_TFProfRoot ()\n  a/w ()\n[[1.00 -0.50 ],\n[0.25 10000000.00 ],\n],\n  b ()\n");
    }
    REQUIRE(NoteIds(report) == std::vector<std::string>{"not_in_checkpoint"});
    CHECK(report.notes[0].text ==
          "1 of the rows shown is not in the checkpoint and has no tensor value; the first: b");
  }
}

TEST_CASE("values that cannot be read are a warning, and the others are shown") {
  auto values = std::make_shared<FixedValues>();
  values->values["w"] = Tensor({1}, std::vector<double>{2});
  const Profile profile = Make({"damaged", "w"}, values);
  const Report report = AskValues(profile, "scope");
  CHECK(RowsOf(Rendered("text", report, {})) == "_TFProfRoot ()\n  damaged ()\n  w ()\n[2.00 ],\n");
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].severity == Severity::kWarning);
  CHECK_THAT(report.notes[0].text, Contains("the values of 'damaged' are damaged"));
}

TEST_CASE("without a checkpoint, and in views without variables, a note says so") {
  const Profile profile = Make({"w"}, nullptr);
  for (const char* view : {"scope", "graph"}) {
    const Report report = AskValues(profile, view);
    CHECK(RowsOf(Rendered("text", report, {})) == "_TFProfRoot ()\n  w ()\n");
    CHECK(NoteIds(report) == std::vector<std::string>{"no_checkpoint"});
    CHECK(NoteIds(Ask(profile, view, {Measure::kParams})).empty());
  }
  const Report op = AskValues(profile, "op");
  REQUIRE(op.notes.size() == 1);
  CHECK(op.notes[0].text == "op view has no tensor value to show");
  CHECK(op.columns.empty());
}

TEST_CASE("machine forms show the numbers exactly") {
  const double infinity = std::numeric_limits<double>::infinity();
  auto values = std::make_shared<FixedValues>();
  values->values["c"] =
      Tensor({2}, std::vector<std::complex<double>>{{1, -2.5}, {0, 0.1}}, "complex128");
  values->values["f"] = Tensor({3}, std::vector<double>{0.1F, infinity, std::nan("")});
  values->values["u"] = Tensor({1}, std::vector<uint64_t>{UINT64_MAX}, "uint64");
  const Profile profile = Make({"c", "f", "u", "x"}, values);
  const Report report = AskValues(profile, "scope");

  const auto json = nlohmann::json::parse(Rendered("json", report, {}));
  CHECK(json["columns"].back()["type"] == "tensor");
  const auto cell = [&](size_t row) { return json["rows"][row]["tensor_value"]; };
  CHECK(cell(0).is_null());
  CHECK(cell(1)["values"] == nlohmann::json({"1-2.5j", "0+0.1j"}));
  CHECK(cell(2).dump() ==
        R"({"dtype":"float32","shape":[3],"truncated":false,"values":[0.1,"inf","nan"]})");
  CHECK(cell(3)["values"][0] == UINT64_MAX);
  CHECK(cell(4).is_null());
  const std::string csv = Rendered("csv", report, {});
  CHECK_THAT(csv, Contains(",1-2.5j|0+0.1j\n"));
  CHECK_THAT(csv, Contains(",0.1|inf|nan\n"));
  CHECK_THAT(csv, Contains(",18446744073709551615\n"));
}

TEST_CASE("a long tensor is cut after 10000 characters in every form") {
  // "[" and 2500 values of 4 characters are 10001.
  auto values = std::make_shared<FixedValues>();
  values->values["w"] = Tensor({3000}, std::vector<int64_t>(3000, 100), "int32");
  const Profile profile = Make({"w"}, values);
  const Report report = AskValues(profile, "scope");
  const TensorText text = FormatTensor(values->values["w"]);
  CHECK(text.shown == 2499);
  CHECK(text.text.size() == 10003 + 25);
  CHECK_THAT(text.text, EndsWith("100 100],\n...omitted from display\n\n"));
  const auto json = nlohmann::json::parse(Rendered("json", report, {}));
  CHECK(json["rows"][1]["tensor_value"]["values"].size() == 2499);
  CHECK(json["rows"][1]["tensor_value"]["truncated"] == true);
  CHECK_THAT(Rendered("csv", report, {}), EndsWith("|100|...\n"));
}

TEST_CASE("lists of many shapes as text") {
  const auto text = [](std::vector<int64_t> shape, TensorValue::Values values) {
    return FormatTensor(Tensor(std::move(shape), std::move(values))).text;
  };
  CHECK(text({}, std::vector<double>{3}) == "[3.00 ],\n");
  CHECK(text({0}, std::vector<double>{}) == "[],\n");
  CHECK(text({2, 0}, std::vector<double>{}) == "[[],\n[],\n],\n");
  CHECK(text({1, 1, 2}, std::vector<int64_t>{-1, 2}) == "[[[-1 2 ],\n],\n],\n");
  CHECK(text({1}, std::vector<std::complex<double>>{{1, -2}}) == "[1.00-2.00j ],\n");
  // Rounded to six digits first, as in tfprof.
  CHECK(text({2}, std::vector<double>{0.0049999999, 1234567.8}) == "[0.01 1234570.00 ],\n");
  CHECK_THAT(text({INT64_MAX, 0}, std::vector<double>{}),
             EndsWith("],\n...omitted from display\n\n"));
  CHECK_THAT(text(std::vector<int64_t>(20000, 1), std::vector<double>{1}),
             EndsWith("[],\n...omitted from display\n\n"));
  // 9997 characters and the closing bracket fit; tfprof marks them as truncated anyway.
  const std::string edge = text({2499}, std::vector<int64_t>(2499, 100));
  CHECK(edge.size() == 1 + 4 * 2499 + 3 + 25);
}

}  // namespace
}  // namespace profiler

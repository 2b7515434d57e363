// -output store: the written file is the whole profile, and opens unchanged.
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "profiler/open/formats.h"
#include "profiler/readers/chrome_trace/chrome_trace.h"
#include "profiler/store/file/format.h"
#include "profiler/store/transfer_name.h"
#include "profiler/store/transform/merge.h"
#include "proto/store.pb.h"
#include "tests/unit/store/filled_profile.h"
#include "tests/unit/store/store_files.h"
#include "tests/unit/store/store_full_profile.h"

namespace profiler {
namespace {

std::vector<std::string> RecordedProfiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata")) {
    const std::string name = entry.path().filename();
    if (name.find("profile_") != std::string::npos) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// All frames of a store, unpacked.
std::string Unpacked(const std::string& store) {
  std::string content;
  for (size_t at = store_file::kHeaderBytes; at < store.size();) {
    const size_t packed = ZSTD_findFrameCompressedSize(store.data() + at, store.size() - at);
    REQUIRE(ZSTD_isError(packed) == 0);
    std::string frame(ZSTD_getFrameContentSize(store.data() + at, packed), '\0');
    REQUIRE(ZSTD_decompress(frame.data(), frame.size(), store.data() + at, packed) == frame.size());
    CHECK(frame.size() <= store_file::kMaxFrameBytes);
    content += frame;
    at += packed;
  }
  return content;
}

profiler::store::Store Parsed(const std::string& store) {
  profiler::store::Store proto;
  CHECK(proto.ParseFromString(Unpacked(store)));
  return proto;
}

TEST_CASE("every recorded profile opens from its store as it was") {
  size_t opened = 0;
  for (const std::string& path : RecordedProfiles()) {
    CAPTURE(path);
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    const absl::StatusOr<OpenedProfile> original = OpenProfile(request, context);
    if (!original.ok()) continue;
    ++opened;
    const absl::StatusOr<OpenedProfile> again = OpenStore(StoreOf(original->profile));
    REQUIRE(again.ok());
    CheckSame(original->profile, Recorded(*OpenStore(StoreOf(original->profile))).profile);
    CHECK(again->import_report.Summary() == original->import_report.Summary());
    CHECK(again->import_report.entries().size() == original->import_report.entries().size());
  }
  CHECK(opened > 30);
}

TEST_CASE("rows of every table come back, whatever their values") {
  const Profile profile = FullProfile().Make();
  const Profile again = Reopened(profile);
  CheckSame(profile, again);
  CheckSame(profile, Reopened(again));
  // What the build adds exists once.
  CHECK(profile.steps.size() == 4);
  CHECK(again.steps[StepId(3)].found_by == StepFoundBy::kWhole);
  CHECK(again.op_count() == 10);
  CHECK(again.strings[again.ops.row[OpId(9)].name] == "<unattributed>");
}

TEST_CASE("the file is what proto/store.proto says, with nothing left out") {
  // Odd values, long texts and tensors; and values in every column, also in later ones.
  const profiler::store::Store proto = Parsed(StoreOf(FullProfile().Make()));
  const profiler::store::Store filled = Parsed(StoreOf(FilledProfile("filled").Make()));
  const auto* reflection = proto.GetReflection();
  for (int i = 0; i < proto.GetDescriptor()->field_count(); ++i) {
    const auto* table = proto.GetDescriptor()->field(i);
    CAPTURE(table->name());
    if (!table->is_repeated()) {
      CHECK(reflection->HasField(proto, table));
      continue;
    }
    // Tables of stores without events are only in the second one.
    REQUIRE(reflection->FieldSize(proto, table) + reflection->FieldSize(filled, table) > 0);
    // Every column has values in some chunk.
    for (int c = 0; c < table->message_type()->field_count(); ++c) {
      const auto* column = table->message_type()->field(c);
      CAPTURE(column->name());
      bool has_values = column->name() == "first_row" || column->name() == "time_unit";
      for (const profiler::store::Store* of : {&proto, &filled}) {
        for (int row = 0; row < reflection->FieldSize(*of, table); ++row) {
          const auto& chunk = reflection->GetRepeatedMessage(*of, table, row);
          CHECK(chunk.GetReflection()->GetUnknownFields(chunk).empty());
          has_values |= column->is_repeated() ? chunk.GetReflection()->FieldSize(chunk, column) > 0
                                              : chunk.GetReflection()->HasField(chunk, column);
        }
      }
      CHECK(has_values);
    }
  }
  CHECK(reflection->GetUnknownFields(proto).empty());
  CHECK(proto.events(0).time_unit() == 0);  // a picosecond
  CHECK(proto.strings_size() == 4);         // a long text is split
}

TEST_CASE("a store that an earlier program wrote opens") {
  RunContext context;
  OpenRequest store, profile;
  store.profile_paths = {"testdata/store/gpu_synth.store"};
  profile.profile_paths = {"testdata/gpu_synth/profile_300"};
  absl::StatusOr<OpenedProfile> got = OpenProfile(store, context);
  const absl::StatusOr<OpenedProfile> want = OpenProfile(profile, context);
  REQUIRE((got.ok() && want.ok()));
  // That program took all ops that are in no graph for what TensorFlow's runtime adds.
  for (uint32_t i = 0; i < got->profile.op_count(); ++i) {
    OpRow& op = got->profile.ops.row[OpId(i)];
    if (op.kind == OpKind::kRuntime) op.kind = KindAtRunTime(got->profile.strings[op.name]);
  }
  CHECK(got->import_report.entries().size() == want->import_report.entries().size());
  for (bool compat_tfprof : {true, false}) {
    const Query query = Everything(compat_tfprof);
    CHECK((Answers(got->profile, query) == Answers(want->profile, query)));
  }
}

TEST_CASE("sources that an earlier program stored have the capabilities of their format") {
  ProfileBuilder builder;
  for (const Format* format : AllFormats()) {
    SourceRow row;
    row.format = builder.Intern(format->name);
    builder.AddSource(row);
  }
  SourceRow told;
  told.format = builder.Intern(kChromeTraceFormat.name);
  told.records_phases = true;
  builder.AddSource(told);
  Profile profile = Reopened(builder.Build());
  const auto check = [&](uint32_t source, const SourceCapabilities& want) {
    CAPTURE(source);
    SourceCapabilities& got = profile.sources[SourceId(source)];
    EachOfBoth(got, want, [](const auto& a, const auto& b) { CHECK((a == b)); });
  };
  uint32_t source = 0;
  for (const Format* format : AllFormats()) check(source++, format->capabilities);
  check(source, told);  // stored capabilities win over those of the format
}

TEST_CASE("of two stores with tensors both are shown") {
  const auto part = [](const std::string& path, const std::string& tensor) {
    class One : public TensorValues {
     public:
      explicit One(std::string name) : name_(std::move(name)) {}
      absl::StatusOr<TensorValue> Read(std::string_view name, int64_t) const override {
        if (name != name_ && name != "both") return absl::NotFoundError("");
        return TensorValue{"int64", {}, std::vector<int64_t>{name_[0]}, 1};
      }
      const std::string name_;
    };
    ProfileBuilder builder;
    SourceRow source;
    source.path = builder.Intern(path);
    VariableRow row;
    row.source = builder.AddSource(source);
    for (const std::string& name : {tensor, std::string("both")}) {
      row.name = builder.Intern(name);
      builder.AddVariable(row);
    }
    builder.SetTensorValues(std::make_shared<One>(tensor));
    return Reopened(builder.Build());
  };
  std::vector<Profile> parts;
  parts.push_back(part("2", "b"));
  parts.push_back(part("1", "a"));
  MergeReport report;
  const Profile merged = Reopened(Merge(std::move(parts), report));
  const auto value = [&](std::string_view name) {
    const auto read = merged.tensor_values->Read(name, TensorValues::kAllValues);
    return read.ok() ? std::get<std::vector<int64_t>>(read->values).at(0) : -1;
  };
  CHECK(value("a") == 'a');
  CHECK(value("b") == 'b');
  CHECK(value("both") == 'a');
  CHECK(value("c") == -1);
  CHECK(merged.tensor_values->Read("a", 0)->size() == 0);
}

TEST_CASE("equal profiles give equal bytes, and times are told in their unit") {
  RunContext context;
  OpenRequest request;
  request.profile_paths = {"testdata/mlp/profile_1055"};
  const absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
  REQUIRE(opened.ok());
  const std::string store = StoreOf(opened->profile);
  CHECK((StoreOf(opened->profile) == store));
  CHECK(store.size() < std::filesystem::file_size("testdata/mlp/profile_1055") / 10);
  CHECK(Parsed(store).events(0).time_unit() == kPicosPerMicro);
}

TEST_CASE("with_args decides whether the places of raw arguments are kept") {
  const Profile profile = FullProfile().Make();
  const auto args = [](const std::string& store) {
    std::vector<uint64_t> places;
    const absl::StatusOr<OpenedProfile> opened = OpenStore(store);
    REQUIRE(opened.ok());
    for (const Events& events : opened->profile.events.values()) {
      for (const uint64_t at : events.args) {
        if (at != EventRow::kNoArgs) places.push_back(at);
      }
    }
    return places;
  };
  CHECK(args(StoreOf(profile, Query(), true)) == std::vector<uint64_t>{12, 0});
  CHECK(args(StoreOf(profile, Query(), false)).empty());
}

TEST_CASE("a store of many equal rows is long enough to be read") {
  ProfileBuilder builder;
  TrackRow track;
  track.source = builder.AddSource({});
  const TrackId id = builder.Track(track);
  for (int i = 0; i < 5'000'000; ++i) builder.AddLaneSeen({OpId(), StepId(), id});
  const std::string store = StoreOf(builder.Build());
  const size_t content = Unpacked(store).size();
  CHECK(content > store_file::MostContent(0));
  CHECK(content <= store_file::MostContent(store.size()));
  CHECK(content > store_file::MostContent(store.size()) / 2);  // not larger than needed
  const absl::StatusOr<OpenedProfile> opened = OpenStore(store);
  REQUIRE(opened.ok());
  CHECK(opened->profile.lanes_seen.size() == 5'000'000);
}

TEST_CASE("a selection narrows the executions, and what speaks of them follows") {
  const Profile profile = FullProfile().Make();
  const auto narrowed = [&](const auto& narrow) {
    Query query;
    narrow(query.selection);
    absl::StatusOr<OpenedProfile> opened = OpenStore(StoreOf(profile, query));
    REQUIRE(opened.ok());
    CHECK(opened->profile.op_count() == profile.op_count());
    CHECK(opened->profile.sources.size() == 3);
    return std::move(opened->profile);
  };
  const auto events = [](const Profile& p) {
    size_t all = 0;
    for (const Events& on_track : p.events.values()) all += on_track.size();
    return all;
  };
  REQUIRE(profile.flows.size() == 3);

  const Profile step = narrowed([](Selection& s) { s.steps = StepSelection::One(1); });
  CHECK(step.steps.size() == 2);  // of two sources
  CHECK(step.snapshots.size() == 1);
  CHECK(step.outputs.empty());  // its snapshot is outside every step
  CHECK(step.allocations.empty());
  CHECK(step.lanes_seen.size() == 1);
  CHECK(step.recorded_execs.size() == 2);
  CHECK(events(step) == 10);
  REQUIRE(step.flows.size() == 3);
  const EventId kernel = step.flows[0].from;
  CHECK(step.events[kernel.track].begin[kernel.row] == 200);
  CHECK(step.events[step.flows[1].from.track].begin[step.flows[1].from.row] == 10);

  const Profile gpu = narrowed([](Selection& s) {
    s.devices = RegexSet::Compile({".*gpu.*", ".*GPU.*"}).value();
  });
  CHECK(gpu.steps.size() == 4);
  CHECK(events(gpu) == 4);
  CHECK(gpu.flows.size() == 2);  // the launch was on the host
  CHECK(gpu.recorded_execs.empty());

  const Profile c =
      narrowed([](Selection& s) { s.sources = RegexSet::Compile({".*c.pb"}).value(); });
  CHECK(c.steps.size() == 1);
  CHECK(c.steps[StepId(0)].found_by == StepFoundBy::kWhole);
  CHECK(events(c) == 2);
}

TEST_CASE("a step that counts as one that is left out becomes the first") {
  ProfileBuilder builder;
  const SourceId a = builder.AddSource({}), b = builder.AddSource({}), c = builder.AddSource({});
  const StepId first = builder.Step(a, 1), second = builder.Step(b, 1), third = builder.Step(c, 1);
  builder.step(second).counts_as = builder.step(third).counts_as = first;
  for (const auto& [source, name] : {std::pair{a, "a"}, {b, "b"}, {c, "c"}}) {
    builder.source(source).path = builder.Intern(name);
  }
  const Profile profile = builder.Build();
  Query query;
  query.selection.sources = RegexSet::Compile({"[bc]"}).value();
  const absl::StatusOr<OpenedProfile> opened = OpenStore(StoreOf(profile, query));
  REQUIRE(opened.ok());
  REQUIRE(opened->profile.steps.size() == 2);
  CHECK_FALSE(opened->profile.steps[StepId(0)].counts_as.valid());
  CHECK(opened->profile.steps[StepId(1)].counts_as == StepId(0));
}

}  // namespace
}  // namespace profiler

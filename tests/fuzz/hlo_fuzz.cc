// Any bytes as the HloProto of a module, in an XSpace in which each of its instructions ran.
#include <google/protobuf/stubs/logging.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "profiler/base/run_context.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/readers/xspace/xspace.h"
#include "profiler/render/render.h"
#include "proto/xplane.pb.h"
#include "tests/fuzz/ask_everything.h"
#include "tests/fuzz/wire/mutate_wire.h"
#include "tests/unit/common/ask.h"

namespace {

using namespace profiler;
namespace xp = tensorflow::profiler;

// Field numbers of HloProto, HloModuleProto, HloComputationProto and HloInstructionProto.
constexpr uint32_t kPathToNames[] = {1, 3, 2, 1};
constexpr int kMostEvents = 200;

void FindNames(std::string_view message, size_t level, xp::XPlane& plane) {
  for (const WireField& field : ParseWire(message)) {
    if (field.number != kPathToNames[level] || field.type != 2) continue;
    if (level + 1 < std::size(kPathToNames)) {
      FindNames(field.bytes, level + 1, plane);
      continue;
    }
    xp::XLine& line = *plane.mutable_lines(0);
    const int64_t id = 1 + line.events_size();
    if (id > kMostEvents) return;
    (*plane.mutable_event_metadata())[id].set_id(id);
    (*plane.mutable_event_metadata())[id].set_name(std::string(field.bytes));
    xp::XEvent* const event = line.add_events();
    event->set_metadata_id(id);
    event->set_offset_ps(id * 1'000'000);
    event->set_duration_ps(500'000);
    xp::XStat* const program = event->add_stats();
    program->set_metadata_id(1);
    program->set_int64_value(17);
  }
}

std::string SpaceWith(const std::string& module) {
  xp::XSpace space;
  xp::XPlane* const core = space.add_planes();
  core->set_name("/device:TPU:0");
  core->add_lines()->set_name("XLA Ops");
  (*core->mutable_stat_metadata())[1].set_id(1);
  (*core->mutable_stat_metadata())[1].set_name("program_id");
  FindNames(module, 0, *core);
  // With a GPU, the costs of instructions are worked out.
  xp::XPlane* const gpu = space.add_planes();
  gpu->set_name("/device:GPU:0");
  gpu->add_lines()->set_name("Stream #7(Compute)");
  xp::XPlane* const metadata = space.add_planes();
  metadata->set_name("/host:metadata");
  (*metadata->mutable_stat_metadata())[1].set_id(1);
  (*metadata->mutable_stat_metadata())[1].set_name("Hlo Proto");
  xp::XEventMetadata& of_module = (*metadata->mutable_event_metadata())[1];
  of_module.set_id(1);
  of_module.set_name("module(17)");
  xp::XStat* const stat = of_module.add_stats();
  stat->set_metadata_id(1);
  stat->set_bytes_value(module);
  return space.SerializePartialAsString();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Names are any bytes, for which protobuf would log an error each time.
  static google::protobuf::LogHandler* const log_handler = google::protobuf::SetLogHandler(nullptr);
  (void)log_handler;
  const std::string module(reinterpret_cast<const char*>(data), size);
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  if (!kXSpaceFormat.read(Input::FromBytes("fuzz", SpaceWith(module)), builder, report, context)
           .ok()) {
    return 0;
  }
  const Profile profile = builder.Build();
  AskOneView(profile, module);
  Query query;
  query.around = *RegexSet::Compile({".*"});
  const auto around = Ask(profile, "hlo", query, context);
  if (around.ok()) FindRenderer("text")->render(*around, {});
  return 0;
}

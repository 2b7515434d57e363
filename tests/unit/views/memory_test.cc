// Memory: what an empty table says of other views; on profiles built by hand.
#include <string>

#include "profiler/catalog/views.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

// The notes of `memory` on a profile of a compiled program, one after another.
std::string NotesOf(bool has_buffers) {
  MadeProfile job;
  const TrackId track = job.Track(job.Source("one"), "/host:CPU");
  const OpId op = job.Op("fusion");
  job.Event(track, 0, 10, op);
  if (has_buffers) {
    ModuleRow module;
    module.name = job.builder.Intern("jit_step");
    BufferRow row;
    row.module = job.builder.AddModule(module);
    row.op = op;
    row.bytes = 100;
    job.builder.AddBuffer(row);
  }
  std::string notes;
  for (const Note& note : Answer("memory", job.builder.Build()).notes) notes += note.text + "\n";
  return notes;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("memory: without allocations it names the view of buffers where these were recorded") {
  CHECK(Contains(NotesOf(false), "no allocation was recorded"));
  CHECK(!Contains(NotesOf(false), "`buffers`"));
  CHECK(Contains(NotesOf(true), "`buffers` shows what the compiled programs allocate"));
}

}  // namespace profiler

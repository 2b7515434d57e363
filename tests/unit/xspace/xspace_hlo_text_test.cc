// XSpace: what the text of an instruction says of a program that was not recorded.
#include "profiler/analysis/ops/op_attribute.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

TEST_CASE("xspace: a copy's text tells that it is from or to the host's memory") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* const line = tpu.Line("XLA Ops");
  tpu.Event(line,
            "%copy-start.1 = (f32[8,128]{1,0:T(8,128)}, f32[8,128]{1,0:T(8,128)S(5)}, "
            "u32[]{:S(2)}) copy-start(f32[8,128]{1,0:T(8,128)S(5)} %param.1)",
            0, 5);
  tpu.Event(line,
            "%copy-start.2 = (f32[]{:T(128)S(5)}, f32[]{:T(128)}, u32[]{:S(2)}) "
            "copy-start(f32[]{:T(128)} %fusion.2)",
            5, 5);
  const ReadRun run = ReadMade(space);
  CHECK(TextAttribute(run.profile, run.Op("copy-start.1"), "copies_from") == "host");
  CHECK_FALSE(TextAttribute(run.profile, run.Op("copy-start.1"), "copies_to"));
  CHECK(TextAttribute(run.profile, run.Op("copy-start.2"), "copies_to") == "host");
  CHECK_FALSE(TextAttribute(run.profile, run.Op("copy-start.2"), "copies_from"));
}

TEST_CASE("xspace: a transfer's text tells who takes part in it on the host") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* const line = tpu.Line("XLA Ops");
  tpu.Event(line,
            "%send.2 = (f32[8]{0}, u32[]{:S(2)}, token[]) send(f32[8]{0} %fusion.1, token[] %t), "
            "channel_id=5, is_host_transfer=true, frontend_attributes={"
            "_xla_host_transfer_rendezvous=\"a\","
            "_xla_host_transfer_handler_name=\"xla_megascale_runtime\"}",
            0, 5);
  tpu.Event(line, "%send-done.2 = token[] send-done((f32[8]{0}, u32[]{:S(2)}, token[]) %send.2)", 5,
            5);
  const ReadRun run = ReadMade(space);
  CHECK(TextAttribute(run.profile, run.Op("send.2"), "host_transfer_handler") ==
        "xla_megascale_runtime");
  CHECK_FALSE(TextAttribute(run.profile, run.Op("send-done.2"), "host_transfer_handler"));
}

TEST_CASE("xspace: an instruction's text tells the types of a program that was not recorded") {
  xp::XSpace space;
  MadePlane tpu(space, "/device:TPU:0");
  xp::XLine* const line = tpu.Line("XLA Ops");
  tpu.Event(line,
            "%all-reduce.86 = f32[768,2]{1,0:T(8,128)} all-reduce(f32[768,2]{1,0:T(8,128)} "
            "%fusion.86), channel_id=86",
            0, 5);
  tpu.Event(
      line,
      "%fusion.1 = (f32[64,256]{1,0:T(8,128)}, s32[]{:S(2)}) fusion(bf16[64,3072]{1,0:T(8,128)"
      "(2,1)} %copy-done.1, f32[8]{0} %param.1), kind=kOutput",
      5, 5);
  tpu.Event(line, "%fusion.2 = bf16[64,25", 10, 5);
  tpu.Event(line, "%fusion.3 = bf16[9999999999999999999999]{0} fusion(%a)", 15, 5);
  tpu.Event(line,
            "%fusion.4 = (u8[1]{0}, u8[2]{0}, u8[3]{0}, u8[4]{0}, u8[5]{0}, /*index=5*/u8[6]{0}) "
            "fusion(s8[1]{0} %a)",
            20, 5);
  const ReadRun run = ReadMade(space);
  CHECK(TextAttribute(run.profile, run.Op("all-reduce.86"), "element_types") == "f32");
  CHECK(TextAttribute(run.profile, run.Op("fusion.1"), "element_types") == "f32,s32[]");
  CHECK(TextAttribute(run.profile, run.Op("fusion.1"), "operand_type") == "bf16");
  CHECK(TextAttribute(run.profile, run.Op("fusion.4"), "element_types") == "u8,u8,u8,u8,u8,u8");
  CHECK_FALSE(TextAttribute(run.profile, run.Op("fusion.2"), "element_types"));
  CHECK_FALSE(TextAttribute(run.profile, run.Op("fusion.3"), "element_types"));
  const OpOutputShape shape = run.profile.ops.output_shapes[run.Op("all-reduce.86")][0];
  CHECK(shape.count == 2);
  CHECK(run.profile.ops.dims[shape.first] == 768);
}

}  // namespace
}  // namespace profiler

// Profiles that are read, written with -output profile and parsed.
#ifndef TESTS_UNIT_EXPORT_WRITTEN_PROFILE_H_
#define TESTS_UNIT_EXPORT_WRITTEN_PROFILE_H_

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "profiler/base/run_context.h"
#include "profiler/export/profile_proto/profile_proto.h"
#include "profiler/io/input.h"
#include "profiler/readers/tfprof/profile_proto.h"
#include "profiler/store/builder.h"
#include "proto/tfprof_log.pb.h"

namespace profiler {

inline std::string FileBytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Read {
  Profile profile;
  ImportReport report;

  explicit Read(const std::string& bytes) {
    ProfileBuilder builder;
    RunContext context;
    CHECK(
        kTfprofProfileFormat.read(Input::FromBytes("test", bytes), builder, report, context).ok());
    profile = builder.Build();
  }
};

inline Query ExportQuery(bool compat_tfprof = true, int64_t step = -1) {
  Query query;
  query.compat_tfprof = compat_tfprof;
  query.selection.steps = StepSelection::One(step);
  return query;
}

inline ProfileProtoBytes Write(const Profile& profile, const Query& query = ExportQuery()) {
  RunContext context;
  absl::StatusOr<ProfileProtoBytes> written =
      WriteProfileProto({profile, query.selection}, query, context);
  CHECK(written.ok());
  return *std::move(written);
}

inline tensorflow::tfprof::ProfileProto Parse(const std::string& bytes) {
  tensorflow::tfprof::ProfileProto proto;
  CHECK(proto.ParseFromString(bytes));
  return proto;
}

}  // namespace profiler

#endif  // TESTS_UNIT_EXPORT_WRITTEN_PROFILE_H_

#include "profiler/views/collectives/kind_columns.h"

#include <algorithm>

namespace profiler {
namespace {

std::vector<KindColumn> OwnKindColumns(bool has_bandwidth, bool by_channel) {
  using C = KindColumn;
  using Row = const KindRow&;
  return Concat<KindRow>({
      C::Text("dtype", "type", "The type of the elements.", &KindRow::dtype),
      C::Number("group_size", Unit::kCount, "group", "How many ranks take part.",
                [](Row row) { return Known(row.group_size); })
          .Typical(),
      C::Text("process_group", "process group",
              "The process group's name, behind its description where PyTorch recorded one.",
              &KindRow::group),
      C::Text("channel", "channel",
              "Of -by channel: XLA's number of the exchange, which its instructions on all devices "
              "share.",
              &KindRow::channel)
          .If(by_channel),
      C::Text("replica_groups", "replica groups",
              "Of -by channel: the devices that exchange, as HLO writes them.",
              &KindRow::replica_groups)
          .If(by_channel),
      C::Number(
          "bytes", Unit::kBytes, "bytes",
          "What a rank gives or gets, the greater of both, added up.",
          [](Row row) { return row.OfAll(row.totals.knows_all ? row.totals.bytes : kAbsent); }),
      C::Number("in_flight_us", Unit::kMicros, "in flight",
                "Of what starts and ends apart: from start to end, added up. The rates are over "
                "this time.",
                [](Row row) {
                  return row.totals.in_flight == row.totals.total
                             ? kAbsent
                             : static_cast<Value>(row.totals.in_flight);
                })
          .Optional(),
      C::Number("avg_us", Unit::kMicros, "mean", "total_us / occurrences.",
                [](Row row) {
                  return row.OfAll(row.totals.total / std::max<int64_t>(1, row.totals.occurrences));
                })
          .Typical(),
      C::Number("min_us", Unit::kMicros, "shortest", "The shortest of them.",
                [](Row row) { return row.OfAll(row.totals.shortest); })
          .Typical(),
      C::Number("max_us", Unit::kMicros, "longest", "The longest of them.",
                [](Row row) { return row.OfAll(row.totals.longest); })
          .Typical(),
      C::Real("algorithm_bandwidth", Unit::kBytesPerSecond, "bandwidth",
              "Those bytes that are known over the time they took from when the last opened rank "
              "came, NCCL's algbw. Of calls on a host and in a group of one it is not known.",
              [](Row row) { return row.totals.PerSecond(static_cast<double>(row.totals.bytes)); }),
      C::Real("bus_bandwidth", Unit::kBytesPerSecond, "bus bandwidth",
              "What each rank's link carried, NCCL's busbw: of an all-reduce in a group of n "
              "2(n-1)/n times the other.",
              [](Row row) { return row.totals.PerSecond(row.totals.bus_bytes); }),
      C::Number("link_us", Unit::kMicros, "at link speed",
                "The least that a ring takes: what each rank's link carries (of an all-reduce in a "
                "group of n 2(n-1)/n times bytes) over the rate of the device's links. Of GPUs on "
                "several hosts it is not known: their network is not recorded.",
                [](Row row) { return WholePicos(row.by_link()); })
          .Optional(),
      C::Real("measured_over_link", Unit::kNone, "measured/link",
              "The time of bus_bandwidth over link_us: near 1 is as fast as the links.",
              [](Row row) { return static_cast<double>(row.totals.timed) / row.by_link(); })
          .Typical()
          .Optional(),
      C::Number("expected_us", Unit::kMicros, "expected", "Of -bandwidth: bytes over that rate.",
                [](Row row) { return WholePicos(row.expected()); })
          .If(has_bandwidth),
      C::Real("measured_over_expected", Unit::kNone, "measured/expected",
              "Of -bandwidth: the time of algorithm_bandwidth over expected_us.",
              [](Row row) { return static_cast<double>(row.totals.timed) / row.expected(); })
          .If(has_bandwidth),
  });
}

}  // namespace

std::vector<KindColumn> KindColumns(bool has_bandwidth, bool by_channel) {
  return Concat<KindRow>({PartColumns<KindRow>(CollectivesPlaceColumns(), &KindRow::place),
                          OwnKindColumns(has_bandwidth, by_channel)});
}

}  // namespace profiler

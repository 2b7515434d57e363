#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/shapes/embedding_tables.h"
#include "profiler/analysis/shapes/one_hot_products.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct EmbeddingThresholds {
  Threshold share = {"share", 0.1,
                     "ops on whole embedding tables take this share of the time of all ops or "
                     "more, 0 to 1",
                     1};
  Threshold looked_up = {"looked_up", 0.1,
                         "a step looks up this share of a table's rows or less, 0 to 1", 1};
};

// Text such as "an embedding of 1000000 rows and 64 columns (256 MB)".
std::string EmbeddingText(const EmbeddingTable& table) {
  const double bytes = table.bytes();
  return fmt::format(
      "an embedding of {} rows and {} columns{}", table.rows, table.columns,
      bytes > 0 ? fmt::format(" ({})", FormatBytesOf(static_cast<Value>(bytes))) : std::string());
}

bool HasCollective(const Profile& profile) {
  const CommunicationTable communication(profile);
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    if (communication.Of(OpId(op)) == Communication::kCollective) return true;
  }
  return false;
}

Finding DenseGradientFinding(const Profile& profile, const EmbeddingTable& table, double share) {
  return Warning(
      "dense_embedding", "",
      fmt::format(
          "{} of the time of ops goes to all rows of {}, as its gradient is dense. A step looks up "
          "{:.0f} rows: with nn.Embedding(sparse=True) and torch.optim.SparseAdam for its weight, "
          "or SGD, only these are computed{}",
          Percent(share), EmbeddingText(table), table.looked_up,
          HasCollective(profile) ? ". NCCL sums no sparse gradients: where it sums this one, make "
                                   "the table smaller or split it among ranks"
                                 : ""),
      TraceCommand("aten::.*embedding.*_dense_backward"));
}

Finding OneHotFinding(const OneHotProducts& products) {
  return Warning(
      "one_hot_product", "",
      fmt::format(
          "{} of the time of ops goes to aten::one_hot ({}) and the product of its result with a "
          "table, backward passes not counted. Such a product only selects rows: "
          "torch.nn.functional.embedding (nn.Embedding) reads them and multiplies nothing",
          Percent(Share(products.time, products.all_time)), products.shape),
      TraceCommand("aten::one_hot"));
}

absl::StatusOr<Verdict> JudgeEmbeddings(const InputOf<EmbeddingThresholds>& input) {
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const EmbeddingTables found,
                            DenseEmbeddingTables(input.selected, input.context));
  for (const EmbeddingTable& table : found.tables) {
    const double share = Share(table.time, found.all_time);
    const bool is_sparse =
        table.looked_up > 0 &&
        table.looked_up <= input.thresholds.looked_up * static_cast<double>(table.rows);
    if (!is_sparse || share < input.thresholds.share) continue;
    verdict.findings.push_back(DenseGradientFinding(input.profile(), table, share));
  }
  PROFILER_ASSIGN_OR_RETURN(const OneHotProducts products,
                            FindOneHotProducts(input.selected, input.context));
  const bool is_much = Share(products.time, products.all_time) >= input.thresholds.share;
  if (!products.shape.empty() && is_much) verdict.findings.push_back(OneHotFinding(products));
  return verdict;
}

bool HasEmbeddings(const Profile& profile) {
  return HasDenseEmbeddings(profile) || HasOneHot(profile);
}

}  // namespace

extern const Rule kEmbeddingChecker = RuleOf<EmbeddingThresholds>{
    .name = "EmbeddingChecker",
    .summary =
        "embeddings of PyTorch whose gradient is dense though few rows are looked up, or "
        "that are products with one-hot rows",
    .run = JudgeEmbeddings,
    .applies = HasEmbeddings,
};

}  // namespace profiler

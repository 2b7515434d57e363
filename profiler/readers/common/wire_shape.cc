#include "profiler/readers/common/wire_shape.h"

#include <algorithm>
#include <array>

#include "profiler/readers/common/wire_walk.h"

namespace profiler {
namespace {

constexpr int kMaxFields = 2000;          // examined in total
constexpr int kMaxFieldsOfAMessage = 64;  // of a nested message
constexpr int kMaxOuterFields = 256;      // of the file
constexpr int kMaxLookedInto = 3;         // nested messages examined per field of a nested message
constexpr int kMaxOuterLookedInto = 32;   // the same for the file
constexpr size_t kMaxTextBytes = 128;     // of one text
constexpr size_t kMaxShapeFields = 20;    // of one schema message
constexpr double kEnough = 10;            // a sum of weights that is proof
constexpr double kWrong = 3;              // one field of a wrong type cancels this many right ones
constexpr double kMalformed = 5;          // weighs as much as this many good outer records

bool IsText(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.begin() + std::min(bytes.size(), kMaxTextBytes),
                     [](char c) {
                       const auto byte = static_cast<unsigned char>(c);
                       return (byte >= 0x20 && byte != 0x7f) || c == '\t';
                     });
}

bool IsPackedVarints(std::string_view bytes) {
  int length = 0;  // of the current varint
  for (char c : bytes.substr(0, kMaxTextBytes)) {
    length = (c & 0x80) != 0 ? length + 1 : 0;
    if (length >= 10) return false;
  }
  return length == 0 || bytes.size() > kMaxTextBytes;
}

class Scorer {
 public:
  int ScoreFile(const WireShape& shape, std::string_view bytes);

 private:
  // 0 to 1: how well the field's value fits its type.
  double FitOf(const WireField& field, const WireWalk& walk, bool look_into);
  double FitOfMessage(const WireShape& shape, std::string_view bytes, bool cut);

  int fields_left_ = kMaxFields;
};

// The field's index in the shape, or -1 for a number that the schema does not have.
int Find(const WireShape& shape, uint32_t number) {
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    if (shape.fields[i].number == number) return static_cast<int>(i);
  }
  return -1;
}

double Scorer::FitOf(const WireField& field, const WireWalk& walk, bool look_into) {
  const bool length_delimited = walk.type() == WireWalk::Type::kBytes;
  switch (field.kind) {
    case WireKind::kVarint:
      return walk.type() == WireWalk::Type::kVarint;
    case WireKind::kFixed64:
      return walk.type() == WireWalk::Type::kFixed64;
    case WireKind::kText:
      return length_delimited && IsText(walk.bytes());
    case WireKind::kPacked:
      return walk.type() == WireWalk::Type::kVarint ||
             (length_delimited && (walk.cut() || IsPackedVarints(walk.bytes())));
    case WireKind::kBytes:
      return length_delimited;
    case WireKind::kMessage:
      if (!length_delimited) return 0;
      return look_into ? FitOfMessage(*field.shape, walk.bytes(), walk.cut()) : 1;
  }
  return 0;
}

double Scorer::FitOfMessage(const WireShape& shape, std::string_view bytes, bool cut) {
  std::array<double, kMaxShapeFields> best{};  // by field of the shape
  std::array<int, kMaxShapeFields> seen{};
  double right = 0, wrong = 0, unknown = 0;
  WireWalk walk(bytes);
  for (int i = 0; i < kMaxFieldsOfAMessage && fields_left_ > 0 && walk.Next(); ++i) {
    --fields_left_;
    const int index = Find(shape, walk.number());
    if (index < 0) {
      ++unknown;
      continue;
    }
    const WireField& field = shape.fields[index];
    const bool overruns = walk.cut() && !cut;
    const bool nothing = walk.type() == WireWalk::Type::kBytes && walk.bytes().empty();
    const double fit =
        overruns ? 0 : FitOf(field, walk, seen[index]++ < kMaxLookedInto && !nothing);
    best[index] = std::max(best[index], nothing ? 0 : fit * field.weight);
    if (walk.cut()) {
      wrong += overruns;  // a part that fits little does not count against it
    } else {
      fit > 0 ? ++right : ++wrong;
    }
  }
  if (walk.stop() == WireWalk::Stop::kMalformed) ++wrong;
  if (walk.stop() == WireWalk::Stop::kTruncated && !cut) ++wrong;
  double evidence = 0;
  for (double weight : best) evidence += weight;
  const double counted = std::max(1.0, right + kWrong * wrong + unknown);
  return std::min(1.0, evidence / kEnough) * std::max(cut ? 1.0 : 0.0, right) / counted;
}

int Scorer::ScoreFile(const WireShape& shape, std::string_view bytes) {
  std::array<int, kMaxShapeFields> seen{};
  double weights = 0, fits = 0;
  WireWalk walk(bytes);
  for (int i = 0; i < kMaxOuterFields && fields_left_ > 0 && walk.Next(); ++i) {
    --fields_left_;
    const int index = Find(shape, walk.number());
    if (index < 0) {
      weights += 1;
      continue;
    }
    const WireField& field = shape.fields[index];
    const bool is_message = field.kind == WireKind::kMessage;
    if (seen[index]++ >= (is_message ? kMaxOuterLookedInto : 1)) continue;
    const double fit = FitOf(field, walk, true);
    if (walk.cut() && weights > 0) break;  // a cut message proves less than a whole one
    const double weight = field.weight / kEnough;
    weights += fit > 0 ? weight : 1;
    fits += fit * weight;
  }
  if (walk.stop() == WireWalk::Stop::kMalformed) weights += kMalformed;
  return static_cast<int>(100 * fits / std::max(1.0, weights));
}

}  // namespace

int ShapeScore(const WireShape& shape, std::string_view bytes) {
  return Scorer().ScoreFile(shape, bytes);
}

}  // namespace profiler

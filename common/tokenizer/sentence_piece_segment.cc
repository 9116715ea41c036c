#include "common/tokenizer/sentence_piece_segment.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/tokenizer/unicode/utf8.h"

namespace widthlab::tokenizer {
namespace {

using Type = SentencePiece::Type;

constexpr float kUnknownPenalty = 10;
constexpr float kUserPenalty = 0.1F;

bool IsInText(Type type) {
  return type == Type::kNormal || type == Type::kUserDefined || type == Type::kUnused;
}

// Symbols in a row, each linked to its neighbours, merged best score first.
class ScoredMerges {
 public:
  ScoredMerges(const PieceTable& table, std::string_view text) : table_(table), text_(text) {}

  std::vector<PieceMatch> Run() {
    Start();
    while (!candidates_.empty()) {
      const Candidate best = candidates_.top();
      candidates_.pop();
      MergeAt(best);
    }
    std::vector<PieceMatch> matches;
    for (int32_t at = symbols_.empty() ? -1 : 0; at >= 0; at = At(at).next) {
      Emit(At(at).text, matches);
    }
    return matches;
  }

 private:
  struct Symbol {
    std::string_view text;
    int32_t previous;
    int32_t next;
    // A user-defined piece, which merges with nothing.
    bool is_frozen;
  };

  struct Candidate {
    float score;
    int32_t left;
    int32_t right;
    size_t size;

    bool operator<(const Candidate& other) const {
      return score < other.score || (score == other.score && left > other.left);
    }
  };

  Symbol& At(int32_t index) { return symbols_[static_cast<size_t>(index)]; }

  void Start() {
    for (size_t at = 0; at < text_.size();) {
      const size_t frozen = table_.user_defined.Longest(text_.substr(at)).size;
      const size_t size = frozen > 0 ? frozen : Utf8Size(text_[at]);
      const auto index = static_cast<int32_t>(symbols_.size());
      symbols_.push_back({text_.substr(at, size), index - 1, index + 1, frozen > 0});
      at += size;
    }
    if (!symbols_.empty()) symbols_.back().next = -1;
    for (int32_t i = 1; i < static_cast<int32_t>(symbols_.size()); ++i) Consider(i - 1, i);
  }

  std::string_view Joined(int32_t left, int32_t right) {
    return {At(left).text.data(), At(left).text.size() + At(right).text.size()};
  }

  void Consider(int32_t left, int32_t right) {
    if (left < 0 || right < 0 || At(left).is_frozen || At(right).is_frozen) return;
    const std::string_view text = Joined(left, right);
    const auto found = table_.ids.find(text);
    if (found == table_.ids.end()) return;
    const SentencePiece& piece = table_.pieces[found->second];
    candidates_.push({piece.score, left, right, text.size()});
    // Remembered, to be cut again in the end.
    if (piece.type == Type::kUnused) halves_[text] = {At(left).text, At(right).text};
  }

  void MergeAt(const Candidate& candidate) {
    Symbol& left = At(candidate.left);
    Symbol& right = At(candidate.right);
    if (left.text.empty() || right.text.empty() ||
        left.text.size() + right.text.size() != candidate.size) {
      return;
    }
    left.text = Joined(candidate.left, candidate.right);
    left.next = right.next;
    if (right.next >= 0) At(right.next).previous = candidate.left;
    right.text = {};
    Consider(left.previous, candidate.left);
    Consider(candidate.left, left.next);
  }

  // An unused piece as the two that it was merged from, and so on.
  void Emit(std::string_view text, std::vector<PieceMatch>& matches) const {
    std::vector<std::string_view> left = {text};
    while (!left.empty()) {
      const std::string_view part = left.back();
      left.pop_back();
      const auto found = table_.ids.find(part);
      const uint32_t id = found == table_.ids.end() ? table_.unknown_id : found->second;
      const auto halves =
          table_.pieces[id].type == Type::kUnused ? halves_.find(part) : halves_.end();
      if (halves == halves_.end()) {
        matches.push_back({part, id});
      } else {
        left.push_back(halves->second.second);
        left.push_back(halves->second.first);
      }
    }
  }

  const PieceTable& table_;
  const std::string_view text_;
  std::vector<Symbol> symbols_;
  std::priority_queue<Candidate> candidates_;
  absl::flat_hash_map<std::string_view, std::pair<std::string_view, std::string_view>> halves_;
};

// The best way to a place in the text: its score, and the last piece on it.
struct Path {
  float score = 0;
  int64_t begin = -1;
  uint32_t id = 0;
};

void Improve(Path& path, float score, size_t begin, uint32_t id) {
  if (path.begin >= 0 && !(score > path.score)) return;
  path = {score, static_cast<int64_t>(begin), id};
}

}  // namespace

absl::StatusOr<std::unique_ptr<const PieceTable>> MakePieceTable(
    std::vector<SentencePiece> pieces) {
  auto table = std::make_unique<PieceTable>();
  table->pieces = std::move(pieces);
  int unknown = 0;
  bool has_normal = false;
  for (size_t i = 0; i < table->pieces.size(); ++i) {
    const SentencePiece& piece = table->pieces[i];
    const auto id = static_cast<uint32_t>(i);
    if (piece.type == Type::kUnknown) {
      table->unknown_id = id;
      ++unknown;
    }
    if (piece.type == Type::kUserDefined) table->user_defined.Add(piece.text, id);
    if (piece.type == Type::kNormal) {
      table->least_score = has_normal ? std::min(table->least_score, piece.score) : piece.score;
      table->largest_score = std::max(table->largest_score, piece.score);
      has_normal = true;
    }
    if (IsInText(piece.type) && table->prefixes.Add(piece.text, id)) table->ids[piece.text] = id;
  }
  if (unknown != 1) {
    return InvalidField("tokenizer", absl::StrCat("a model with ", unknown, " unknown pieces"),
                        "one with exactly one");
  }
  return table;
}

std::vector<PieceMatch> SegmentUnigram(const PieceTable& table, std::string_view text) {
  std::vector<Path> best(text.size() + 1);
  const float unknown_score = table.least_score - kUnknownPenalty;
  for (size_t begin = 0; begin < text.size();) {
    const float so_far = best[begin].score;
    const size_t character = Utf8Size(text[begin]);
    bool has_single = false;
    table.prefixes.ForEach(text.substr(begin), [&](size_t size, uint32_t id) {
      const SentencePiece& piece = table.pieces[id];
      if (piece.type == Type::kUnused) return;
      // User-defined pieces are better than anything: other scores are negative.
      const float score = piece.type == Type::kUserDefined
                              ? static_cast<float>(size) * table.largest_score - kUserPenalty
                              : piece.score;
      Improve(best[begin + size], score + so_far, begin, id);
      has_single |= size == character;
    });
    if (!has_single) {
      Improve(best[begin + character], unknown_score + so_far, begin, table.unknown_id);
    }
    begin += character;
  }
  std::vector<PieceMatch> matches;
  for (size_t end = text.size(); end > 0;) {
    const auto begin = static_cast<size_t>(best[end].begin);
    matches.push_back({text.substr(begin, end - begin), best[end].id});
    end = begin;
  }
  std::reverse(matches.begin(), matches.end());
  return matches;
}

std::vector<PieceMatch> SegmentByScore(const PieceTable& table, std::string_view text) {
  return ScoredMerges(table, text).Run();
}

}  // namespace widthlab::tokenizer

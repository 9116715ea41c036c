#include "services/geometry/core/homology/cohomology.h"

#include <algorithm>

#include "services/geometry/core/homology/coboundary.h"
#include "services/geometry/core/homology/lens.h"

namespace widthlab::geometry {
namespace {

constexpr int32_t kScansBetweenQuestions = 2048;

}  // namespace

Cohomology::Cohomology(const EdgeOrder& order, const std::vector<int32_t>& smallest_lens_point,
                       absl::FunctionRef<bool()> cancelled)
    : order_(order),
      smallest_lens_point_(smallest_lens_point),
      cancelled_(cancelled),
      queue_(order.edges()),
      open_(order.points()) {}

bool Cohomology::IsCancelled() {
  if (scans_ >= kScansBetweenQuestions) {
    scans_ = 0;
    is_cancelled_ = is_cancelled_ || cancelled_();
  }
  return is_cancelled_;
}

void Cohomology::AddCofaces(int32_t edge, int32_t begin) {
  ++scans_;
  VisitCofaces(order_, edge, begin, window_end_, [this](int32_t longest, int32_t opposite) {
    ++entries_;
    queue_.Add(longest, opposite);
  });
}

void Cohomology::AddCofacesToOpen(int32_t edge, int32_t current) {
  ++scans_;
  VisitCofaces(order_, edge, current, window_end_,
               [this, current](int32_t longest, int32_t opposite) {
                 ++entries_;
                 if (longest == current) {
                   open_.Toggle(opposite);
                 } else {
                   queue_.Add(longest, opposite);
                 }
               });
}

void Cohomology::GrowWindow(int32_t birth) {
  // Doubling keeps the repeated scans of V logarithmic; the first window holds a few triangles for
  // each point.
  const int32_t begin = window_end_;
  const int32_t length = std::max(begin - birth, order_.points());
  window_end_ = length > order_.edges() - begin ? order_.edges() : begin + length;
  for (const int32_t edge : edges_) AddCofaces(edge, begin);
}

int32_t Cohomology::ReduceOpenBucket(int32_t longest) {
  while (true) {
    const int32_t opposite = open_.Smallest();
    if (opposite < 0 || IsCancelled()) return -1;
    if (smallest_lens_point_[longest] == opposite) {
      edges_.push_back(longest);
      AddCofacesToOpen(longest, longest);
      continue;
    }
    const auto found = owner_.find(TriangleKey(longest, opposite));
    if (found == owner_.end()) return opposite;
    for (int64_t e = found->second.begin; e < found->second.end; ++e) {
      edges_.push_back(stored_edges_[e]);
      AddCofacesToOpen(stored_edges_[e], longest);
    }
  }
}

int32_t Cohomology::ReduceColumn(int32_t birth) {
  edges_.assign(1, birth);
  window_end_ = birth + 1;
  int32_t next = window_end_;
  while (!IsCancelled()) {
    const int32_t longest = queue_.NextBucket(next, window_end_);
    if (longest == window_end_) {
      if (window_end_ == order_.edges()) return EdgeOrder::kNone;  // not reached: all classes die
      next = window_end_;
      GrowWindow(birth);
      continue;
    }
    queue_.TakeBucket(longest, [this](int32_t opposite) { open_.Toggle(opposite); });
    next = longest + 1;
    const int32_t opposite = ReduceOpenBucket(longest);
    if (opposite < 0) continue;
    StoreColumn(longest, opposite);
    open_.Clear();
    queue_.Clear(next, window_end_);
    return longest;
  }
  return EdgeOrder::kNone;
}

void Cohomology::StoreColumn(int32_t longest, int32_t opposite) {
  // An edge that was added an even number of times is not in V.
  std::sort(edges_.begin(), edges_.end());
  const int64_t begin = static_cast<int64_t>(stored_edges_.size());
  for (size_t e = 0; e < edges_.size();) {
    size_t end = e + 1;
    while (end < edges_.size() && edges_[end] == edges_[e]) ++end;
    if ((end - e) % 2 == 1) stored_edges_.push_back(edges_[e]);
    e = end;
  }
  const int64_t end = static_cast<int64_t>(stored_edges_.size());
  owner_.emplace(TriangleKey(longest, opposite), Range{begin, end});
}

}  // namespace widthlab::geometry

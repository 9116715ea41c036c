#include "services/geometry/core/homology/lens.h"

#include "common/numeric/parallel_for.h"

namespace widthlab::geometry {
namespace {

// The first point of the lens, or −1 where it is empty.
int32_t SmallestPoint(const EdgeOrder& order, int32_t rank) {
  const Lens lens(order, rank);
  for (int32_t first = 0; first < order.stride(); first += 8) {
    const uint32_t points = lens.EightPoints(first);
    if (points != 0) return first + __builtin_ctz(points);
  }
  return -1;
}

}  // namespace

LensTable::LensTable(const EdgeOrder& order)
    : order_(order),
      block_points_((order.stride() / 8 + kEmpty - 1) / kEmpty * 8),
      blocks_(order.edges()) {}

std::optional<LensTable> LensTable::Make(numeric::ThreadPool& pool, const EdgeOrder& order,
                                         absl::FunctionRef<bool()> cancelled) {
  LensTable table(order);
  const bool whole = numeric::ParallelFor(
      pool, 0, order.edges(), 4096, cancelled, [&](int64_t first, int64_t last) {
        for (int64_t rank = first; rank < last; ++rank) {
          const int32_t smallest = SmallestPoint(order, static_cast<int32_t>(rank));
          table.blocks_[rank] =
              smallest < 0 ? kEmpty : static_cast<uint8_t>(smallest / table.block_points_);
        }
      });
  if (!whole) return std::nullopt;
  return table;
}

}  // namespace widthlab::geometry

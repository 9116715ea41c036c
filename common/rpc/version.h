// The release that a program is of.
#ifndef WIDTHLAB_COMMON_RPC_VERSION_H_
#define WIDTHLAB_COMMON_RPC_VERSION_H_

namespace widthlab::rpc {

// Two programs with the same version speak the same protocol. Until the first release any change
// may break it.
inline constexpr char kVersion[] = "0.1.0";

// Initial metadata of every answer, with the server's version.
inline constexpr char kVersionMetadata[] = "widthlab-version";

}  // namespace widthlab::rpc

#endif  // WIDTHLAB_COMMON_RPC_VERSION_H_

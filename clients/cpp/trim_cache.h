// Keeps a folder of fetched blobs from growing for ever.
#ifndef WIDTHLAB_CLIENTS_CPP_TRIM_CACHE_H_
#define WIDTHLAB_CLIENTS_CPP_TRIM_CACHE_H_

#include <cstdint>
#include <string>

namespace widthlab::client {

// Removes files of `folder`, the oldest first, until the rest has at most `most_bytes`. For the
// moment when a server starts: nobody may be about to open what is removed. What cannot be removed
// stays. Returns the bytes that are left.
int64_t TrimCache(const std::string& folder, int64_t most_bytes);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_TRIM_CACHE_H_

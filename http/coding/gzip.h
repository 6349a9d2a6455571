#pragma once
#include <string>
#include <string_view>

namespace countersign::http {

// Returns the bytes as one gzip member (RFC 1952) without a name or a time, as small as zlib makes
// it: for what is compressed once and sent often. Throws std::bad_alloc if there is no memory.
// Thread-safe.
std::string gzipped(std::string_view bytes);

}  // namespace countersign::http

#pragma once
#include <cstdint>
#include <string>

namespace countersign::bench {

struct Download {
  std::uint64_t body_bytes = 0;  // including the framing of chunks, if there is one
  double seconds = 0;
};

// Sends `request`, which must ask for `Connection: close`, to 127.0.0.1:`port` and reads to the end
// of the connection. A fault ends the process.
Download download(std::uint16_t port, const std::string& request);

}  // namespace countersign::bench

#pragma once
#include <string>

#include "core/result.h"
#include "core/utc_time.h"

namespace countersign::http {

struct TlsFiles {
  std::string certificate_path;  // PEM, the chain
  std::string key_path;          // PEM
};

// Returns when the first of the certificates in a file (PEM) ends, or a sentence for the operator
// if the file has none that can be read. Any thread.
Result<UtcTime, std::string> certificate_end(const std::string& certificate_path);

}  // namespace countersign::http

#pragma once
#include <string>

namespace countersign::http {

struct TlsFiles {
  std::string certificate_path;  // PEM, the chain
  std::string key_path;          // PEM
};

}  // namespace countersign::http

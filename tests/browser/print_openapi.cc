// Prints the OpenAPI document, as GET /api/svc/openapi.json answers it, without a server.
#include <cstdio>

#include "http/describe/openapi.h"

int main() {
  const std::string& document = countersign::http::openapi_json();
  const bool whole = std::fwrite(document.data(), 1, document.size(), stdout) == document.size();
  return whole && std::fflush(stdout) == 0 ? 0 : 1;
}

#pragma once
#include <string_view>

namespace countersign::http {

// Why input is not a valid request. `why` is a literal: it repeats nothing that the client sent.
struct Refusal {
  int status = 400;
  std::string_view why;
};

}  // namespace countersign::http

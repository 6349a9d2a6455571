#pragma once
#include <string_view>

namespace countersign::http {

// Why a request is not even one. `why` is a literal: it repeats nothing that
// the client sent.
struct Refusal {
  int status = 400;
  std::string_view why;
};

}  // namespace countersign::http

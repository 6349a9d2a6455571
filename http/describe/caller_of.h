#pragma once
#include <string_view>
#include <vector>

#include "core/enum_set.h"
#include "http/call/endpoint.h"
#include "http/call/problem.h"

namespace countersign::http {

// The caller of an endpoint, and the problems that every endpoint with such a caller may answer.
// Follows from the type of the handler.
struct Caller {
  std::string_view described;                // a sentence
  std::vector<std::string_view> security{};  // schemes, all of them needed
  std::string_view role{};                   // role that the credentials must have
  EnumSet<ProblemCode> problems{};
  bool multipart = false;
};
Caller caller_of(const Endpoint& row);

}  // namespace countersign::http

#include "http/call/machine_problem.h"

namespace countersign::http {

Problem unavailable(std::string_view detail) {
  return {.code = ProblemCode::Unavailable,
          .detail = std::string(detail),
          .retry_after_seconds = kRetryAfterSeconds};
}

Problem problem_of(VaultError error) {
  if (error == VaultError::Full)
    return unavailable("The server has no room for files now; try again later.");
  return unavailable("The server cannot read or store files now; try again later.");
}

Problem problem_of(const std::variant<KeyFault, StoreError>& error) {
  if (const auto* store = std::get_if<StoreError>(&error)) return problem_of(*store);
  switch (std::get<KeyFault>(error)) {
    case KeyFault::Gone:
      return {.code = ProblemCode::SessionInvalid};
    case KeyFault::Unreadable:
      break;
  }
  return {.code = ProblemCode::Internal,
          .detail = "The server has no key that opens the session's files."};
}

}  // namespace countersign::http

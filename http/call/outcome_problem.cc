#include "http/call/outcome_problem.h"

namespace countersign::http {
namespace {

struct Explain {
  std::optional<Problem> operator()(const Committed&) const { return std::nullopt; }
  std::optional<Problem> operator()(const Replayed&) const { return std::nullopt; }
  std::optional<Problem> operator()(const Conflict&) const {
    return Problem{.code = ProblemCode::Conflict};
  }
  std::optional<Problem> operator()(const Rejection& rejection) const {
    return problem_of(rejection);
  }
  std::optional<Problem> operator()(StoreError error) const { return problem_of(error); }
  std::optional<Problem> operator()(const Busy&) const {
    return Problem{.code = ProblemCode::Unavailable};
  }
};

}  // namespace

std::optional<Problem> problem_of(const Outcome& outcome) { return std::visit(Explain{}, outcome); }

}  // namespace countersign::http

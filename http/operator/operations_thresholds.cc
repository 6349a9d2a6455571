// The operation on the recorded threshold sets.
#include "core/text/json_writer.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"

namespace countersign::http {

OperationResult show_thresholds(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  const std::string hex = in.required_text("sha256");
  if (const auto problem = in.problem()) return *problem;
  const auto hash = parse_digest(hex);
  if (!hash) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The member must be 64 hexadecimal digits.",
                   .field = "sha256"};
  }
  const auto set = context.data.queries().threshold_set(Sha256(*hash));
  if (!set) return problem_of(set.error());
  if (!*set) {
    return Problem{.code = ProblemCode::NotFound,
                   .detail = "The log has no set of thresholds with this hash."};
  }
  return JsonWriter()
      .begin_object()
      .member("version", (*set)->version)
      .member("sha256", to_hex(*hash))
      .member("sequence", (*set)->sequence)
      .member("text", (*set)->text)
      .end_object()
      .take();
}

}  // namespace countersign::http

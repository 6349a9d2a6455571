#include "core/session/review/review_statement.h"

#include <fmt/format.h>

#include "core/enum_names.h"

namespace countersign {

std::string text_of(const ReviewStatement& statement) {
  return fmt::format(
      "countersign review v1\n"
      "session {}\n"
      "decision {}\n"
      "reasons {}\n"
      "seen {}\n"
      "kind {}\n",
      to_string(statement.session),
      name_of(statement.decision),
      statement.reasons.empty() ? "-" : fmt::format("{}", fmt::join(statement.reasons, ",")),
      statement.seen,
      statement.kind == ReviewStatement::Kind::Decision ? "decision" : "correction");
}

}  // namespace countersign

#include "http/backend/sessions/sessions_query.h"

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "core/enum_names.h"
#include "core/session/review/review_reasons.h"
#include "http/backend/page_query.h"
#include "http/backend/sessions/session_page.h"
#include "http/wire/reference_text.h"
#include "http/wire/wait_time.h"

namespace countersign::http {
namespace {

constexpr std::string_view kLabel = "label.";

// A fault of the query as a whole, or of a parameter that is not named: its name is a stranger's
// text.
Problem bad_query(std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter, .detail = std::string(detail)};
}

Problem bad_parameter(std::string_view field, std::string_view detail) {
  Problem problem = bad_query(detail);
  problem.field = std::string(field);
  return problem;
}

template <auto kMember>
bool take_query_name(SessionsQuery& query, const std::string& text) {
  auto& value = query.asked.*kMember;
  value = parse_name<typename std::remove_reference_t<decltype(value)>::value_type>(text);
  return value.has_value();
}

template <auto kMember>
bool take_time(SessionsQuery& query, const std::string& text) {
  query.asked.*kMember = parse_utc_time(text);
  return (query.asked.*kMember).has_value();
}

bool take_user_ref(SessionsQuery& query, const std::string& text) {
  query.asked.user_ref = text;
  return is_reference(text);
}

bool take_reason(SessionsQuery& query, const std::string& text) {
  query.asked.reason = text;
  return is_reason_code(text);
}

bool take_sandbox(SessionsQuery& query, const std::string& text) {
  query.asked.sandbox = text == "true";
  return text == "true" || text == "false";
}

bool take_after(SessionsQuery& query, const std::string& text) {
  query.after = place_of(text);
  return query.after.has_value();
}

bool take_limit(SessionsQuery& query, const std::string& text) {
  query.limit = parse_whole(text, kSessionsLimitMax).value_or(0);
  return query.limit > 0;
}

struct QueryRow {
  std::string_view name;
  bool (*take)(SessionsQuery& query, const std::string& text);
  std::string_view wrong;
};

constexpr std::string_view kTime =
    "The parameter must be a time such as 2026-11-21T05:00:00Z, with no fraction or one of six "
    "digits.";

constexpr std::array kQueryRows = {
    QueryRow{"userRef", take_user_ref, "The parameter `userRef` must be one that create takes."},
    QueryRow{
        "status",
        take_query_name<&SessionsAsked::status>,
        "The parameter `status` must be CREATED, IN_PROGRESS, COMPLETED, EXPIRED or CANCELED."},
    QueryRow{
        "resultStatus",
        take_query_name<&SessionsAsked::result>,
        "The parameter `resultStatus` must be PENDING, PASSED, FAILED, REVIEW, NOT_EVALUATED or "
        "RESUBMITTED."},
    QueryRow{"purpose",
             take_query_name<&SessionsAsked::purpose>,
             "The parameter `purpose` must be FULL_CAPTURE, DOCUMENT_VERIFICATION, LIVENESS or "
             "FACE_MATCH."},
    QueryRow{"createdFrom", take_time<&SessionsAsked::created_from>, kTime},
    QueryRow{"createdTo", take_time<&SessionsAsked::created_before>, kTime},
    QueryRow{"completedFrom", take_time<&SessionsAsked::completed_from>, kTime},
    QueryRow{"completedTo", take_time<&SessionsAsked::completed_before>, kTime},
    QueryRow{"reason",
             take_reason,
             "The parameter `reason` must be the code of a reason: capital letters, digits and _."},
    QueryRow{"sandbox", take_sandbox, "The parameter `sandbox` must be true or false."},
    QueryRow{"limit", take_limit, "The parameter `limit` must be a number from 1 to 500."},
    QueryRow{"after", take_after, "The parameter `after` must be the `next` of an earlier answer."},
};

std::optional<Problem> take_label(SessionsQuery& query,
                                  std::string_view key,
                                  const std::string& value) {
  constexpr std::string_view kField = "label";
  auto& labels = query.asked.labels;
  if (!is_label_key(key)) {
    return bad_parameter(kField, "The key behind `label.` must be one that create takes.");
  }
  if (!is_reference(value)) {
    return bad_parameter(kField, "The value of a label must be one that create takes.");
  }
  if (labels.size() == kLabelsMax)
    return bad_parameter(kField, "No session has more than 10 labels.");
  labels.push_back({std::string(key), value});
  return std::nullopt;
}

std::optional<Problem> take_query_parameter(SessionsQuery& query,
                                            const std::string& name,
                                            const std::string& value) {
  if (name.starts_with(kLabel)) return take_label(query, name.substr(kLabel.size()), value);
  const auto row = std::ranges::find(kQueryRows, std::string_view(name), &QueryRow::name);
  if (row == kQueryRows.end()) {
    return bad_query(
        "The call has a parameter that it does not know; it takes userRef, status, "
        "resultStatus, purpose, createdFrom, createdTo, completedFrom, completedTo, "
        "reason, label.KEY, sandbox, limit and after.");
  }
  if (!row->take(query, value)) return bad_parameter(row->name, row->wrong);
  return std::nullopt;
}

}  // namespace

Result<SessionsQuery, Problem> read_sessions_query(std::string_view query) {
  SessionsQuery read;
  const auto pairs = pairs_of_query(query);
  if (!pairs) return pairs.error();
  for (const auto& [name, value] : *pairs) {
    if (const auto problem = take_query_parameter(read, name, value)) return *problem;
  }
  return read;
}

}  // namespace countersign::http

#include "http/operator/operations/operations_sessions.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "http/backend/sessions/session_page.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"

// The list of sessions over all clients.
namespace countersign::http {
namespace {

struct SessionOfClient {
  SessionListing listed;
};

struct SessionsFound {
  std::vector<SessionOfClient> sessions;
  std::optional<std::string> next;
};

const ClientKey& client_in_list(const SessionOfClient& found) { return found.listed.client; }

}  // namespace

template <>
constexpr auto members_of<SessionOfClient> =
    std::tuple_cat(members(Member{"clientKey", client_in_list, "Whose session it is."}),
                   members_through(&SessionOfClient::listed, members_of<SessionListing>));

template <>
constexpr auto members_of<SessionsFound> =
    members(Member{"sessions", &SessionsFound::sessions, "The newest first."},
            Member{"next",
                   &SessionsFound::next,
                   "The place of the next page; give it as `after`. Null at the end of the list."});

namespace {

Problem bad_member(std::string_view field, std::string_view detail) {
  return {.code = ProblemCode::InvalidParameter,
          .detail = std::string(detail),
          .field = std::string(field)};
}

// A day begins at midnight, UTC.
Result<std::optional<UtcTime>, Problem> day_or_time(std::string_view field,
                                                    const std::optional<std::string>& text) {
  if (!text) return std::optional<UtcTime>();
  auto time = parse_utc_time(*text);
  if (!time) time = parse_utc_time(*text + "T00:00:00Z");
  if (time) return time;
  return bad_member(
      field, "The member must be a day, YYYY-MM-DD, or a time such as 2026-11-21T05:00:00Z.");
}

Result<std::vector<SessionLabel>, Problem> labels_in(const std::vector<std::string>& texts) {
  std::vector<SessionLabel> labels;
  for (const std::string& text : texts) {
    const std::size_t equals = std::min(text.find('='), text.size());
    SessionLabel label{text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))};
    if (!is_label_key(label.key) || !is_reference(label.value)) {
      return bad_member("labels",
                        "A label must be KEY=VALUE, as a client may give it to a session.");
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

// The problem of the first text that cannot be a session's; nullopt if there is none.
std::optional<Problem> text_fault(const AskedSessions& input) {
  if (input.user_ref && !is_reference(*input.user_ref)) {
    return bad_member("userRef",
                      "The member must be a userRef, as a client may give it to a session.");
  }
  if (input.reason && !is_reason_code(*input.reason)) {
    return bad_member("reason", "The member must be a code: capital letters, digits and _.");
  }
  if (input.after && !place_of(*input.after)) {
    return bad_member("after", "The member must be the `next` of an earlier answer.");
  }
  if (input.limit == 0) return bad_member("limit", "The member must be a number from 1 to 1000.");
  return std::nullopt;
}

Result<SessionsAsked, Problem> asked_by(const AskedSessions& input, UtcTime now) {
  if (const auto fault = text_fault(input)) return *fault;
  const auto since = day_or_time("since", input.since);
  if (!since) return since.error();
  const auto until = day_or_time("until", input.until);
  if (!until) return until.error();
  auto labels = labels_in(input.labels);
  if (!labels) return labels.error();
  SessionsAsked asked;
  asked.client = input.client;
  if (input.sandbox || !input.client) asked.sandbox = input.sandbox;
  asked.user_ref = input.user_ref;
  asked.status = input.status;
  asked.result = input.result;
  asked.purpose = input.purpose;
  asked.labels = *std::move(labels);
  asked.reason = input.reason;
  asked.created_from = *since;
  asked.created_before = *until;
  asked.now = now;
  return asked;
}

Result<SessionsFound, Problem> list_sessions_of_all(const OperationContext& context,
                                                    const AskedSessions& input) {
  const auto asked = asked_by(input, context.data.clock().now());
  if (!asked) return asked.error();
  const Queries& queries = context.data.queries();
  if (input.client) {
    const auto client = queries.client(*input.client);
    if (!client) return problem_of(client.error());
    if (!*client) {
      return Problem{.code = ProblemCode::NotFound, .detail = "The client does not exist."};
    }
  }
  const auto after = input.after ? place_of(*input.after) : std::nullopt;
  auto page = queries.sessions(*asked, after, input.limit);
  if (!page) return problem_of(page.error());
  SessionsFound found{{}, text_of(page->next)};
  for (SessionListing& session : page->sessions) found.sessions.push_back({std::move(session)});
  return found;
}

constexpr Operation kSessionLists[] = {
    operation<list_sessions_of_all>(
        "session list", "List sessions, the newest first, or find some of them.", false),
};

}  // namespace

std::span<const Operation> session_lists() { return kSessionLists; }

}  // namespace countersign::http

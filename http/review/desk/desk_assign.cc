// POST assign and unassign, and GET assignees.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/submit_all.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/json/json_of.h"
#include "http/review/cases/case_access.h"
#include "http/review/desk/desk_handlers.h"
#include "http/review/desk/desk_requests.h"
#include "http/review/desk/desk_schemas.h"
#include "http/review/me_json.h"

namespace countersign::http {
namespace {

// A reviewer to whom cases of a client can be assigned.
struct Assignee {
  ReviewerId reviewer;
  std::string name;
  std::uint64_t assigned = 0;
  static Schema schema();
};

struct Assignees {
  std::vector<Assignee> items;
};

struct RefusedCase {
  SessionId session;
  std::string code;
  std::string detail;
  static Schema schema();
};

struct Assigned {
  std::vector<RefusedCase> refused;
};

}  // namespace

template <>
constexpr auto members_of<Assignee> =
    members(Member{"reviewer", &Assignee::reviewer},
            Member{"name", &Assignee::name, "Empty if the server has no name."},
            Member{"assigned",
                   &Assignee::assigned,
                   "How many cases of the client the reviewer was assigned."});

template <>
constexpr auto members_of<Assignees> = members(Member{"items", &Assignees::items});

template <>
constexpr auto members_of<RefusedCase> = members(Member{"sessionId", &RefusedCase::session},
                                                 Member{"code", &RefusedCase::code},
                                                 Member{"detail", &RefusedCase::detail});

template <>
constexpr auto members_of<Assigned> = members(Member{
    "refused", &Assigned::refused, "The cases of which nothing was changed."});

Schema Assignee::schema() { return answer_schema_of<Assignee>("Assignee"); }
Schema RefusedCase::schema() { return answer_schema_of<RefusedCase>("RefusedCase"); }
Schema assignees_schema() { return answer_schema_of<Assignees>("Assignees"); }
Schema assigned_schema() { return answer_schema_of<Assigned>("Assigned"); }

namespace {

RefusedCase refused_case(const SessionId& session, const Problem& problem) {
  const ProblemRow& row = row_of(problem.code);
  return {session,
          std::string(row.name),
          problem.detail.empty() ? std::string(row.title) : problem.detail};
}

// Submits a command for each of the cases that the reviewer may assign, all at once.
class Ordering {
 public:
  Ordering(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who)
      : service_(service), call_(call), who_(who) {}

  void run(const std::vector<SessionId>& cases, const SessionCommand& command) {
    std::vector<Session> found;
    for (const SessionId& id : cases) {
      auto session = open_case(service_, id, who_, CaseAct::Assign);
      if (session) {
        found.push_back(*std::move(session));
      } else {
        answer_.refused.push_back(refused_case(id, session.error()));
      }
    }
    submit(found, command);
    call_->reply_json(200, json_of(answer_));
  }

 private:
  void submit(const std::vector<Session>& found, const SessionCommand& command) {
    const ReviewerId& me = who_.reviewer.id;
    std::vector<Submission> submissions;
    for (const Session& session : found) {
      submissions.push_back({.stream = stream_of(session.id),
                             .command = command,
                             .actor = {ActorKind::Reviewer, me.value()},
                             .request = call_->request_id()});
    }
    const auto outcomes = submit_all(service_.data.writer(), std::move(submissions));
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto problem = case_problem(outcomes[i], found[i], me);
      if (!problem || is_done(outcomes[i])) continue;
      answer_.refused.push_back(refused_case(found[i].id, *problem));
    }
  }

  // The case is as was asked for already.
  static bool is_done(const Outcome& outcome) {
    const auto* rejection = std::get_if<Rejection>(&outcome);
    return rejection != nullptr && rejection->why == Refusal::NothingToDo;
  }

  ReviewService& service_;
  const CallPtr call_;
  const AuthenticatedReviewer who_;
  Assigned answer_;
};

void order(ReviewService& service,
           const CallPtr& call,
           const AuthenticatedReviewer& who,
           std::vector<SessionId> cases,
           SessionCommand command) {
  run_for(who.reviewer.id,
          service.reads,
          call,
          [&service, call, who, cases = std::move(cases), command = std::move(command)] {
            Ordering(service, call, who).run(cases, command);
          });
}

Result<Assignees, StoreError> assignees_of(const ReviewService& service, const ClientKey& client) {
  const auto reviewers = service.data.queries().reviewers();
  if (!reviewers) return reviewers.error();
  Assignees found;
  const UtcTime now = service.clock.now();
  for (const Reviewer& reviewer : *reviewers) {
    if (!has_rights(reviewer, {reviewer.id.value(), CaseAct::Decide}, client)) continue;
    const auto assigned = service.data.queries().assigned_to(reviewer.id);
    if (!assigned) return assigned.error();
    // Those of other clients are not for everybody who asks.
    const auto in_force = std::ranges::count_if(*assigned, [&](const AssignedCase& each) {
      return now < each.until && each.client == client;
    });
    found.items.push_back({reviewer.id,
                           name_of_reviewer(service, reviewer.id),
                           static_cast<std::uint64_t>(in_force)});
  }
  return found;
}

}  // namespace

void list_assignees(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const ClientKey client(call->query("client").value_or(""));
  if (!may(who.reviewer.roles, CaseAct::Assign, client)) {
    return call->refuse({.code = ProblemCode::ReviewForbidden,
                         .detail = "The reviewer supervises no cases of such a client."});
  }
  run_for(who.reviewer.id, service.reads, call, [&service, call, client] {
    const auto found = assignees_of(service, client);
    if (!found) return call->refuse(problem_of(found.error()));
    call->reply_json(200, json_of(*found));
  });
}

void assign_cases(ReviewService& service,
                  const CallPtr& call,
                  const AuthenticatedReviewer& who,
                  std::string body) {
  const auto asked = parse_assign_body(body);
  if (!asked) return call->refuse(asked.error());
  const UtcTime now = service.clock.now();
  order(service,
        call,
        who,
        asked->sessions(),
        SessionCommand(
            AssignReview{now, who.reviewer.id.value(), asked->reviewer, now + kAssignedMaxTime}));
}

void unassign_cases(ReviewService& service,
                    const CallPtr& call,
                    const AuthenticatedReviewer& who,
                    std::string body) {
  const auto asked = parse_unassign_body(body);
  if (!asked) return call->refuse(asked.error());
  order(service,
        call,
        who,
        asked->sessions(),
        SessionCommand(UnassignReview{service.clock.now(), who.reviewer.id.value()}));
}

}  // namespace countersign::http

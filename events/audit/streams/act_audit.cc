#include "events/audit/streams/act_audit.h"

#include <concepts>
#include <variant>

#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"

namespace countersign {
namespace {

using Fault = std::optional<std::string>;

template <class E>
concept ActOnCase = LooksOrClaims<E> || Decides<E> || Corrects<E> || OrdersWork<E> ||
    std::same_as<E, ReviewReleased>;

bool is_of(const Actor& actor, ActorKind kind, const std::string& ref) {
  return actor.kind == kind && actor.ref == ref;
}

template <class E>
Fault author_fault(const Actor& actor, const E& act, const ClientKey& client) {
  if (is_registered_reviewer(act.reviewer)) {
    if (is_of(actor, ActorKind::Reviewer, act.reviewer)) return std::nullopt;
    return "the act of a registered reviewer was recorded for somebody else";
  }
  if (actor.kind == ActorKind::Reviewer) {
    return "a registered reviewer's act does not name the reviewer";
  }
  if constexpr (Decides<E>) {
    if (is_of(actor, ActorKind::Client, client.value())) return std::nullopt;
    return "the decision is neither a registered reviewer's nor the session's client's";
  } else if constexpr (Corrects<E>) {
    if (actor.kind == ActorKind::Operator && act.reviewer.empty()) return std::nullopt;
    return "the correction is neither a registered reviewer's nor an operator's";
  } else {
    return "the act is no registered reviewer's";
  }
}

template <class E>
Fault form_fault(const E& act, bool is_older) {
  if (!are_review_reasons(act.reasons, act.decision))
    return "the reasons of the decision are no list of codes";
  if constexpr (Decides<E>) {
    if (act.again && act.again->words && !act.signature) {
      return "the words of a decision have a hash, but the decision has no salt";
    }
  }
  if (is_registered_reviewer(act.reviewer)) {
    if (is_older || !act.signature || act.signature->view) return std::nullopt;
    return "the statement is of an earlier version than the event that has it";
  }
  if (act.signature) return "a signed decision does not name a registered reviewer";
  if (act.reviewer.empty() || is_reviewer_name(act.reviewer)) return std::nullopt;
  return "the decision's name is none that a back office may give";
}

}  // namespace

std::optional<std::string> act_fault(const RecordedEvent& recorded, const ClientKey& client) {
  return std::visit(
      [&]<class E>(const E& event) -> Fault {
        if constexpr (ActOnCase<E>) {
          if (auto fault = author_fault(recorded.actor, event, client)) return fault;
        }
        if constexpr (std::same_as<E, ReviewOverdue>) {
          if (recorded.actor.kind != ActorKind::Sweep) {
            return "nobody but the server says that a case is overdue";
          }
        }
        if constexpr (std::same_as<E, DocumentValuesRead>) {
          if (event.why && recorded.actor.kind != ActorKind::Operator) {
            return "nobody but an operator reads all texts of a session";
          }
        }
        if constexpr (std::same_as<E, ReviewAssigned>) {
          if (!is_registered_reviewer(event.to)) {
            return "a case was assigned to somebody who is no registered reviewer";
          }
        }
        if constexpr (Decides<E> || Corrects<E>) {
          return form_fault(event, recorded.older_version != 0);
        }
        return std::nullopt;
      },
      recorded.event);
}

}  // namespace countersign

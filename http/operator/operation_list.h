#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/body/body_of.h"
#include "http/json/json_of.h"
#include "http/json/schema_of.h"
#include "http/operator/log_input.h"
#include "http/operator/operation_input.h"
#include "http/operator/operations.h"

// The declarations that the files of operations/ share. Each source has the records of its answers,
// its functions, and one row for each of these; its header has the records of the inputs.
namespace countersign::http {

std::span<const Operation> client_operations();     // operations_client.cc
std::span<const Operation> page_operations();       // operations_page.cc
std::span<const Operation> reviewer_operations();   // operations_reviewer.cc
std::span<const Operation> webhook_operations();    // operations_webhook.cc
std::span<const Operation> review_operations();     // operations_review.cc
std::span<const Operation> session_operations();    // operations_session.cc
std::span<const Operation> session_lists();         // operations_sessions.cc
std::span<const Operation> ending_operations();     // operations_ending.cc
std::span<const Operation> person_operations();     // person/operations_person.cc
std::span<const Operation> look_operations();       // operations_looks.cc
std::span<const Operation> log_operations();        // operations_log.cc
std::span<const Operation> range_operations();      // operations_range.cc
std::span<const Operation> view_operations();       // operations_views.cc
std::span<const Operation> inspector_operations();  // judging/operations_inspector.cc
std::span<const Operation> threshold_operations();  // judging/operations_thresholds.cc
std::span<const Operation> key_operations();        // operations_key.cc
std::span<const Operation> backup_operations();     // operations_backup.cc

// The schema of an input or an answer; only a component has a name.
template <class T>
Schema record_schema() {
  if constexpr (IsComponent<T>) {
    return T::schema();
  } else {
    return schema_of<T>("");
  }
}

// An operation as a function from the record of its input to the record of its answer.
template <auto kRun>
struct OperationOf;
template <class Input,
          class Answer,
          Result<Answer, Problem> (*kRun)(const OperationContext&, const Input&)>
struct OperationOf<kRun> {
  static OperationResult run(const OperationContext& context, std::string_view text) {
    const Result<Input, Problem> input = body_of<Input>(text, kOperationBody);
    if (!input) return input.error();
    const Result<Answer, Problem> answer = kRun(context, *input);
    if (!answer) return answer.error();
    return json_of(*answer);
  }
  static constexpr Operation row(std::string_view name,
                                 std::string_view summary,
                                 bool writes = true,
                                 LongWork work = LongWork::None) {
    return {name, summary, run, record_schema<Input>, record_schema<Answer>, writes, work};
  }
};

template <auto kRun, class... Args>
constexpr Operation operation(Args... args) {
  return OperationOf<kRun>::row(args...);
}

struct NoInput {};
template <>
inline constexpr auto members_of<NoInput> = members();

// An event as it is stored.
struct EventText {
  using Means = AnyObject;
  std::string_view json;
};
// REQUIRES: the events outlive the texts.
std::vector<EventText> texts_of(const std::vector<StoredEvent>& events);
inline constexpr std::string_view kEventsMeaning =
    "The events as they are stored; see [events.md](events.md).";

// The answer of "log tail".
struct TailPage {
  std::vector<StoredEvent> events;
  Sequence next;
  Sequence head;
};
template <>
inline constexpr auto members_of<TailPage> = members(
    Member{"events", [](const TailPage& page) { return texts_of(page.events); }, kEventsMeaning},
    Member{"next", &TailPage::next, "The last event of this page; give it as `after`."},
    Member{"head", &TailPage::head, "The last event of the log."});
Result<TailPage, Problem> read_tail(const EventStore& log, const TailQuery& query);

// Submits the command on the operator's behalf and waits until it is durable. A rejection for an
// unknown session or client becomes 404. `sealed` goes with the first event.
Result<Committed, Problem> carry_out(const OperationContext& context,
                                     StreamId stream,
                                     Command command,
                                     std::optional<std::string> sealed = std::nullopt);

}  // namespace countersign::http

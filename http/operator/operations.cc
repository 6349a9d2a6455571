#include "http/operator/operations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "http/call/outcome_problem.h"
#include "http/operator/operation_list.h"

namespace countersign::http {
namespace {

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const auto& some : {client_operations(),
                           page_operations(),
                           reviewer_operations(),
                           webhook_operations(),
                           review_operations(),
                           session_lists(),
                           session_operations(),
                           ending_operations(),
                           person_operations(),
                           look_operations(),
                           log_operations(),
                           range_operations(),
                           view_operations(),
                           inspector_operations(),
                           threshold_operations(),
                           key_operations(),
                           backup_operations()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

bool means_unknown(const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == Refusal::SessionInvalid;
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> all = all_operations();
  return all;
}

const Operation* find_operation(std::string_view name) {
  const auto found = std::ranges::find(operations(), name, &Operation::name);
  return found == operations().end() ? nullptr : &*found;
}

std::string admin_path_of(std::string_view name) {
  std::string path = "/admin/" + std::string(name);
  std::ranges::replace(path, ' ', '/');
  return path;
}

Result<Committed, Problem> carry_out(const OperationContext& context,
                                     StreamId stream,
                                     Command command,
                                     std::optional<std::string> sealed) {
  Outcome outcome = context.data.writer().submit_and_wait(Submission{.stream = std::move(stream),
                                                                     .command = std::move(command),
                                                                     .actor = context.actor,
                                                                     .request = context.request,
                                                                     .sealed = std::move(sealed)});
  if (means_unknown(outcome)) return Problem{.code = ProblemCode::NotFound};
  if (const auto problem = problem_of(outcome)) return *problem;
  auto* committed = std::get_if<Committed>(&outcome);
  check(committed != nullptr, "an operator's command that is not refused is committed");
  return std::move(*committed);
}

std::vector<EventText> texts_of(const std::vector<StoredEvent>& events) {
  std::vector<EventText> texts;
  for (const StoredEvent& event : events) texts.push_back({event.bytes});
  return texts;
}

}  // namespace countersign::http

// An act was recorded for somebody who may do it.
#include "events/audit/streams/act_audit.h"

#include <doctest/doctest.h>

namespace countersign::act_audit_test {

std::optional<std::string> fault_of(const Event& event, ActorKind actor) {
  RecordedEvent recorded;
  recorded.event = event;
  recorded.actor = {actor, "somebody"};
  return act_fault(recorded, ClientKey("somebody"));
}

TEST_CASE("nobody but an operator reads all texts of a session") {
  const DocumentValuesRead values;
  const DocumentValuesRead all{StatedReason("letter 12")};
  for (const ActorKind actor : {ActorKind::Client, ActorKind::Reviewer, ActorKind::Device}) {
    CHECK(fault_of(values, actor) == std::nullopt);
    CHECK(fault_of(all, actor) == "nobody but an operator reads all texts of a session");
  }
  CHECK(fault_of(all, ActorKind::Operator) == std::nullopt);
}

}  // namespace countersign::act_audit_test

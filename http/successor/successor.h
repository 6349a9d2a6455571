#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/client/client.h"
#include "core/random_source.h"
#include "core/session/session.h"
#include "core/terms.h"
#include "core/utc_time.h"
#include "events/writer/submission.h"
#include "http/call/call.h"
#include "http/call/problem.h"
#include "http/metrics/metrics.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts of the server that make a session. Holds references only.
struct SuccessorMaker {
  DataFolder& data;
  const ServiceSettings& settings;
  RandomSource& random;
};

// The request of a decision that asks the person again.
struct AskingAgain {
  std::vector<Step> steps;           // in the order of a capture
  std::optional<std::string> words;  // to the person; sealed with the new session's key
  Actor actor;                       // who decides
  UtcTime at;                        // of the decision
};

// A session that a decision would open, and the decision's word for it.
struct NewSuccessor {
  Successor successor;
  std::shared_ptr<const Submission> creation;  // Submission::successor of the decision
};

// Makes the session in which the person of `session` captures again: for the same client and user
// reference, with the labels and the page of the session before, and with the steps that this
// decision and the opinions before it ask for. Its link lives as long as the client's links do, and
// nobody gets a token of it but by the link. REQUIRES: `client` is the session's.
NewSuccessor make_successor(const SuccessorMaker& maker,
                            const CallPtr& call,
                            const Client& client,
                            const Session& session,
                            const AskingAgain& asking);

// The problem of a decision, or of a creation, that was refused at `at`. A quota that is used up
// names the seconds to the next month, and a client that was disabled meanwhile is one whose
// credentials are wrong.
Problem problem_of_opening(const Rejection& rejection, UtcTime at);

// Counts the session that a decision has opened, if there is one among the committed events.
void count_opened(Metrics& metrics, const std::vector<RecordedEvent>& events);

// The purpose with these steps: that of the session before, if it has them. Pure. REQUIRES: `steps`
// are not empty.
Purpose purpose_with(const std::vector<Step>& steps, Purpose before);

}  // namespace countersign::http

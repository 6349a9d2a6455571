#include "http/answers/step_progress.h"

namespace countersign::http {

std::vector<StepProgress> steps_in(const Session& session) {
  std::vector<StepProgress> all;
  for (const Step step : steps_of(session.purpose)) {
    const bool document = step == Step::Document;
    all.push_back({step,
                   state_of(session, step),
                   attempts_used(session, step),
                   attempts_remaining(session, step),
                   document ? required_sides(session) : std::vector<Side>(),
                   document ? captured_sides(session) : std::vector<Side>()});
  }
  return all;
}

}  // namespace countersign::http

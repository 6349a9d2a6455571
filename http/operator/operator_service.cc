#include "http/operator/operator_service.h"

#include <string>
#include <utility>

#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

void answer_on_operator_threads(OperatorService& service,
                                const CallPtr& call,
                                std::function<void()> answer) {
  const ClientKey line{std::string(call->operation())};
  const bool taken =
      service.threads.submit(line, [call, answer = std::move(answer)] { guarded(call, answer); });
  if (!taken) {
    call->refuse(unavailable("Too many calls of this operation are in progress; try again later."));
  }
}

}  // namespace countersign::http

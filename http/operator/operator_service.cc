#include "http/operator/operator_service.h"

#include <string>
#include <utility>

#include "http/caller/run_later.h"

namespace countersign::http {

void answer_on_operator_threads(OperatorService& service,
                                const CallPtr& call,
                                std::function<void()> answer) {
  const ClientKey line{std::string(call->operation())};
  run_later(service.threads,
            line,
            call,
            "Too many calls of this operation are in progress; try again later.",
            std::move(answer));
}

}  // namespace countersign::http

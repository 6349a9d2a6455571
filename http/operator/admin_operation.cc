#include "http/operator/admin_handlers.h"
#include "http/operator/operations.h"
#include "http/operator/operator_service.h"

namespace countersign::http {

void run_operation(OperatorService& service,
                   const CallPtr& call,
                   const OperatorPeer& peer,
                   std::string body) {
  const Operation* const operation = find_operation(call->operation());
  check(operation != nullptr, "the operation that an admin endpoint names is known");
  answer_on_operator_threads(service, call, [&service, call, peer, operation, body] {
    const OperationContext context{service.data,
                                   service.settings,
                                   service.random,
                                   {ActorKind::Operator, "uid:" + std::to_string(peer.uid)},
                                   call->request_id(),
                                   &service.metrics,
                                   service.witnesses,
                                   service.webhooks,
                                   GivenUp([&service] { return service.draining.load(); })};
    auto result = operation->run(context, body);
    if (!result) return call->refuse(result.error());
    call->reply_json(200, std::move(result).value());
  });
}

}  // namespace countersign::http

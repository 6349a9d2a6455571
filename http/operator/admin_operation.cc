#include "http/operator/admin_handlers.h"
#include "http/operator/operations.h"
#include "http/operator/operator_service.h"

namespace countersign::http {
namespace {

OperationResult run(OperatorService& service,
                    const CallPtr& call,
                    const OperatorPeer& peer,
                    const Operation& operation,
                    const std::string& body) {
  const OperationContext context{service.data,
                                 service.settings,
                                 service.random,
                                 {ActorKind::Operator, actor_of(peer)},
                                 call->request_id(),
                                 &service.metrics,
                                 service.witnesses,
                                 service.webhooks,
                                 given_up_with(service, call)};
  return operation.run(context, body);
}

void answer(const CallPtr& call, OperationResult result) {
  if (!result) return call->refuse(result.error());
  call->reply_json(200, std::move(result).value());
}

}  // namespace

void run_operation(OperatorService& service,
                   const CallPtr& call,
                   const OperatorPeer& peer,
                   std::string body) {
  const Operation* const operation = find_operation(call->operation());
  check(operation != nullptr, "the operation that an admin endpoint names is known");
  if (operation->work == LongWork::None) {
    return answer_on_operator_threads(service, call, [&service, call, peer, operation, body] {
      answer(call, run(service, call, peer, *operation, body));
    });
  }
  answer_with_long_work(service,
                        call,
                        peer,
                        operation->work,
                        [&service, call, peer, operation, body](WorkPlaces::Place& place) {
                          auto result = run(service, call, peer, *operation, body);
                          place.end();
                          answer(call, std::move(result));
                        });
}

}  // namespace countersign::http

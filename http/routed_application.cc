#include "http/routed_application.h"

#include <utility>

#include "http/call/framing_answer.h"
#include "http/call/guarded.h"
#include "http/service.h"
#include "http/wire/https_alone.h"

namespace countersign::http {

std::shared_ptr<BodySink> RoutedApplication::on_request(RequestHead head,
                                                        std::shared_ptr<Exchange> exchange) {
  const auto call = std::make_shared<Call>(
      service_.calls, std::move(head), std::move(exchange), service_.clock.now());
  if (asks_for_https(call->head(), origin_)) call->ask_for_https();
  std::shared_ptr<BodySink> sink;
  guarded(call, [&] { sink = route(call); });
  return sink;
}

Response RoutedApplication::framing_error(int status, std::string_view why) {
  return framing_answer(service_.random, status, why);
}

}  // namespace countersign::http

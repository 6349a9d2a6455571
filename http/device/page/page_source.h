#pragma once
#include <functional>
#include <string>
#include <variant>

#include "core/result.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/device/device_service.h"
#include "http/device/page/page_handlers.h"

namespace countersign::http {

// The client of a device's session.
inline Result<Client, Problem> client_of_session(const DeviceService& service,
                                                 const DeviceSession& device) {
  const auto client = service.data.queries().client(device.session.client);
  if (!client) return problem_of(client.error());
  if (!*client) return Problem{.code = ProblemCode::Internal};
  return **client;
}

// Reads the event of type E that a client's state names. Reads the disk.
template <class E>
Result<E, Problem> client_event(const DeviceService& service, Sequence sequence) {
  const auto event = service.data.log().find(sequence);
  if (!event) return problem_of(event.error());
  const E* const found = *event ? std::get_if<E>(&(*event)->recorded.event) : nullptr;
  if (found == nullptr) return Problem{.code = ProblemCode::Internal};
  return *found;
}

// Runs `answer` on the transfers pool, in the client's line, or refuses the call.
inline void answer_from_disk(DeviceService& service,
                             const CallPtr& call,
                             const ClientKey& client,
                             std::function<void()> answer) {
  const bool taken = service.transfers.submit(
      client, [call, answer = std::move(answer)] { guarded(call, answer); });
  if (!taken)
    call->refuse(unavailable("The server has too many reads in progress; try again later."));
}

}  // namespace countersign::http

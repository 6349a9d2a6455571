#include "http/answers/public_event.h"

#include "core/check.h"

namespace countersign::http {

std::string public_event(const StoredEvent& event) {
  if (!event.recorded.sealed) return event.bytes;
  const std::string member = ",\"sealed\":\"" + *event.recorded.sealed + "\"}";
  check(event.bytes.ends_with(member),
        "the sealed part of an event is the last member of the event");
  return event.bytes.substr(0, event.bytes.size() - member.size()) + "}";
}

}  // namespace countersign::http

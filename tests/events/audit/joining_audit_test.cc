// The log alone shows how each device got its session: none can have joined without a code.
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "events/audit/history_audit.h"
#include "tests/projections/support/history.h"

namespace countersign::joining_audit_test {

const ClientKey kAcme = client_key("acme");
const SessionId kSession = session_id(1);

CodeHash code(int n) { return CodeHash(sha256("code " + std::to_string(n))); }
TokenHash token(int n) { return TokenHash(sha256("token " + std::to_string(n))); }

RedeemCode by_link(int n, UtcTime at = kStart) { return {at, JoinedBy::Link, code(0), token(n)}; }
RedeemCode by_handoff(int code_number, int n, bool right, UtcTime at = kStart) {
  return {at, JoinedBy::Handoff, code(code_number), token(n), right};
}

// A history whose events are changed before they are audited.
struct Audited {
  History history;

  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }

  // The first fault of the log after `change` was applied to each event.
  std::string fault_after(const std::function<void(RecordedEvent&)>& change) const {
    HistoryAudit audit;
    for (StoredEvent event : history.events()) {
      change(event.recorded);
      audit.next() = std::move(event);
      if (const auto fault = audit.take()) return fault->why;
    }
    const auto fault = audit.end();
    return fault ? fault->why : "";
  }

  // Applies the change to the events of type E.
  template <class E>
  std::string fault_in(const std::function<void(E&, RecordedEvent&)>& change) const {
    return fault_after([&](RecordedEvent& recorded) {
      if (auto* event = std::get_if<E>(&recorded.event)) change(*event, recorded);
    });
  }
};

// A session that was opened by a link, offered with a wrong number, handed off and captured.
struct Scene : Audited {
  Scene() {
    must(registering(kAcme, kStart));
    must(creating(kAcme, kSession, kStart, Purpose::DocumentVerification));
    must(to_session(kSession, by_link(1)));
    must(to_session(kSession, OfferHandoff{kStart, code(1), kStart + 2 * kMinute}));
    must(to_session(kSession, by_handoff(1, 2, false)));
    must(challenging(kSession, Step::Document, 1, kStart));
    must(sending_document(kSession, 1, image(1), kStart));
    must(to_session(kSession, OfferHandoff{kStart, code(2), kStart + 2 * kMinute}));
    must(to_session(kSession, by_handoff(2, 3, true)));
    must(finalizing(kSession, kStart));
  }
};

// A session that was taken back from a phone, captured by the desktop, and then given a new link.
struct Taken : Audited {
  Taken() {
    must(registering(kAcme, kStart));
    must(creating(kAcme, kSession, kStart, Purpose::DocumentVerification));
    must(to_session(kSession, OfferHandoff{kStart, code(1), kStart + 2 * kMinute}));
    must(to_session(kSession, by_handoff(1, 2, true)));
    must(to_session(kSession, TakeHandoffBack{kStart, {}}));
    must(challenging(kSession, Step::Document, 1, kStart));
    must(sending_document(kSession, 1, image(1), kStart));
    must(to_session(kSession, RenewLink{kStart, code(3), kStart + 5 * kMinute}));
    must(to_session(kSession, RedeemCode{kStart + kMinute, JoinedBy::Link, code(3), token(4)}));
    must(finalizing(kSession, kStart + kMinute));
  }
};

const std::string kNotAllowed = "the rules of a session do not allow the event at this place";

TEST_CASE_FIXTURE(Scene, "a log with links and handoffs is sound, and folds the same") {
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK((history.rebuilt() == history.views().entries()));
}

TEST_CASE_FIXTURE(Scene, "a device that joined by a code that nobody offered is a fault") {
  CHECK(fault_in<DeviceJoined>([](DeviceJoined& joined, RecordedEvent&) {
          if (joined.how == JoinedBy::Handoff) joined.code = code(1);  // a spent one
        }) == kNotAllowed);
  CHECK(fault_in<DeviceJoined>([](DeviceJoined& joined, RecordedEvent&) {
          joined.how = JoinedBy::Handoff;  // the first came by the link
        }) == kNotAllowed);
  CHECK(fault_in<HandoffRefused>([](HandoffRefused& refused, RecordedEvent&) {
          refused.code = code(2);
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Scene, "a link that was redeemed after a submission is a fault") {
  CHECK(fault_in<DeviceJoined>([](DeviceJoined& joined, RecordedEvent&) {
          joined.how = JoinedBy::Link;
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Scene,
                  "a code that was redeemed in time may be recorded a moment after its end") {
  CHECK(fault_in<HandoffOffered>([&](HandoffOffered& offered, RecordedEvent& recorded) {
          offered.expires_at = recorded.at;  // as redeemed at the last moment before
        }).empty());
}

TEST_CASE_FIXTURE(Taken, "a handoff that never was is not taken back") {
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK(fault_in<DeviceJoined>([](DeviceJoined& joined, RecordedEvent&) {
          if (joined.how == JoinedBy::Handoff) joined.how = JoinedBy::Link;
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Taken, "a device that joined by another link than the newest is a fault") {
  CHECK(fault_in<DeviceJoined>([](DeviceJoined& joined, RecordedEvent&) {
          if (joined.how == JoinedBy::Link) joined.code = code(0);
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Taken, "a link that was taken back after a submission is a fault") {
  CHECK(fault_in<LinkRenewed>([](LinkRenewed&, RecordedEvent& recorded) {
          recorded.event = LinkTakenBack{};
        }) == kNotAllowed);
}

}  // namespace countersign::joining_audit_test

#include "core/client/client.h"

#include <doctest/doctest.h>

#include "core/stream/evolve.h"

namespace countersign::client_test {

SecretHash secret(std::uint8_t fill) {
  Digest bytes{};
  bytes.fill(fill);
  return SecretHash(bytes);
}

ClientPolicy policy(std::vector<Purpose> purposes, std::optional<std::uint64_t> quota = {}) {
  ClientPolicy value;
  value.purposes = std::move(purposes);
  value.quota = quota;
  return value;
}

class Customer {
 public:
  Customer& happened(const ClientEvent& event) {
    RecordedEvent recorded;
    recorded.stream = stream_of(ClientKey("svck_a"));
    recorded.version = StreamVersion(client_.version + 1);
    std::visit([&](const auto& what) { recorded.event = what; }, event);
    evolve(client_, recorded, Sha256());
    return *this;
  }
  Customer& when(const ClientCommand& command) {
    const auto decision = decide(client_, command);
    REQUIRE(decision.has_value());
    for (const ClientEvent& event : *decision) happened(event);
    return *this;
  }
  void refuses(const ClientCommand& command, Refusal why) const {
    const auto decision = decide(client_, command);
    REQUIRE_FALSE(decision.has_value());
    CHECK(decision.error() == Rejection{why});
  }
  const Client& client() const { return client_; }

 private:
  Client client_;
};

Customer registered() {
  Customer customer;
  customer.when(RegisterClient{UtcTime(1), "shop", policy({Purpose::FullCapture}), secret(1)});
  return customer;
}

CreateSession create(Purpose purpose) {
  CreateSession command;
  command.client = ClientKey("svck_a");
  command.purpose = purpose;
  return command;
}

TEST_CASE("a client is registered once") {
  const Customer customer = registered();
  CHECK(customer.client().key == ClientKey("svck_a"));
  CHECK(customer.client().secrets.size() == 1);
  customer.refuses(RegisterClient{UtcTime(2), "shop", policy({}), secret(2)},
                   Refusal::ClientExists);
}

TEST_CASE("two secrets may be active while they are rotated, and one always is") {
  Customer customer = registered();
  customer.refuses(RevokeSecret{UtcTime(2), 1}, Refusal::LastSecret);
  customer.when(AddSecret{UtcTime(2), secret(2)});
  customer.refuses(AddSecret{UtcTime(3), secret(3)}, Refusal::TooManySecrets);
  customer.refuses(RevokeSecret{UtcTime(3), 9}, Refusal::SecretUnknown);
  customer.when(RevokeSecret{UtcTime(3), 1});
  REQUIRE(customer.client().secrets.size() == 1);
  CHECK(customer.client().secrets[0].secret == secret(2));
  customer.when(AddSecret{UtcTime(4), secret(3)});
  CHECK(customer.client().secrets[1].secret_id == 3);  // secret numbers are never reused
}

TEST_CASE("a disabled client can do nothing more") {
  Customer customer = registered();
  customer.when(DisableClient{UtcTime(2), "left"});
  customer.refuses(DisableClient{UtcTime(3), "left"}, Refusal::NothingToDo);
  customer.refuses(AddSecret{UtcTime(3), secret(2)}, Refusal::ClientUnknown);
  customer.refuses(ChangeClient{UtcTime(3), "shop", policy({})}, Refusal::ClientUnknown);
  CHECK(decide(customer.client(), 0, create(Purpose::FullCapture)).error().why ==
        Refusal::ClientUnknown);
}

TEST_CASE("of a disabled client the periods of retention may change, and nothing else") {
  Customer customer = registered();
  customer.when(DisableClient{UtcTime(2), "left"});
  ClientPolicy brief = customer.client().policy;
  brief.retention_ms = 1000;
  brief.retention_review_ms = 2000;
  brief.retention_unfinished_ms = 3000;
  customer.refuses(ChangeClient{UtcTime(3), "shop 2", brief}, Refusal::ClientUnknown);
  ClientPolicy auditor = brief;
  auditor.auditor = true;
  customer.refuses(ChangeClient{UtcTime(3), "shop", auditor}, Refusal::ClientUnknown);
  customer.when(ChangeClient{UtcTime(3), "shop", brief});
  CHECK(customer.client().policy == brief);
  CHECK(customer.client().disabled);
  customer.refuses(ChangeClient{UtcTime(4), "shop", brief}, Refusal::NothingToDo);
}

TEST_CASE("a closed client is disabled, and its last day ends every period of retention") {
  Customer customer = registered();
  CHECK_FALSE(periods_of(customer.client(), {}).no_later_than);
  SUBCASE("at once") {}
  SUBCASE("after it was disabled") { customer.when(DisableClient{UtcTime(2), "left"}); }
  customer.when(CloseClient{UtcTime(3), "left", UtcTime(100)});
  CHECK(customer.client().disabled);
  CHECK(periods_of(customer.client(), {}).no_later_than == UtcTime(100));
  CHECK(decide(customer.client(), 0, create(Purpose::FullCapture)).error().why ==
        Refusal::ClientUnknown);
  customer.refuses(CloseClient{UtcTime(4), "again", UtcTime(100)}, Refusal::NothingToDo);
  customer.when(CloseClient{UtcTime(4), "sooner", UtcTime(50)});
  CHECK(customer.client().purge_at == UtcTime(50));
}

TEST_CASE("a client that is not registered is not closed") {
  Customer().refuses(CloseClient{UtcTime(3), "left", UtcTime(100)}, Refusal::ClientUnknown);
}

TEST_CASE("a session needs the scope before it counts against the quota") {
  Customer customer = registered();
  CHECK(decide(customer.client(), 0, create(Purpose::Liveness)).error().why ==
        Refusal::ScopeDenied);
  customer.when(ChangeClient{UtcTime(2), "shop", policy({Purpose::FullCapture}, 2)});
  CHECK(decide(customer.client(), 1, create(Purpose::FullCapture)).has_value());
  CHECK(decide(customer.client(), 2, create(Purpose::FullCapture)).error().why ==
        Refusal::QuotaExceeded);
  CHECK(decide(customer.client(), 2, create(Purpose::Liveness)).error().why ==
        Refusal::ScopeDenied);
}

TEST_CASE("a change that changes nothing is not an event") {
  registered().refuses(ChangeClient{UtcTime(2), "shop", policy({Purpose::FullCapture})},
                       Refusal::NothingToDo);
}

}  // namespace countersign::client_test

#include "projections/queries/caller_lookup.h"

#include <doctest/doctest.h>

#include "projections/folder/rebuild.h"
#include "projections/views/clients.h"
#include "tests/projections/support/open_folder.h"
#include "tests/projections/support/tampering.h"

namespace countersign::caller_lookup_test {

struct Door : OpenFolder {
  CallerLookup lookup() { return CallerLookup(data().log().views()); }
};

TEST_CASE_FIXTURE(Door, "a caller is found by what it shows, and never the next one in its place") {
  const ClientKey other = client_key("other");
  commit(registering(other, clock.now()));
  for (const std::uint64_t n : {2, 4, 6}) create(n);
  for (const std::uint64_t n : {2, 4, 6}) {
    CAPTURE(n);
    CHECK(*lookup().owner(session_id(n)) == acme);
    CHECK(*lookup().session(session_id(n)) == *queries().session(session_id(n)));
  }
  // Ids before the first session, between two sessions, and after the last.
  for (const std::uint64_t n : {1, 3, 5, 7, 1'000'000}) {
    CAPTURE(n);
    CHECK_FALSE(lookup().owner(session_id(n))->has_value());
    CHECK_FALSE(lookup().session(session_id(n))->has_value());
  }
  CHECK_FALSE(lookup().owner(SessionId{})->has_value());
  CHECK_FALSE(lookup().session(SessionId{})->has_value());

  for (const ClientKey& key : {acme, other}) {
    CHECK(*lookup().client(key) == **queries().client(key));
  }
  for (const char* text : {"", "a", "nobody", "svck_", "svck_acme0", "zzzz", "\x7f\x7f"}) {
    CAPTURE(text);
    const auto nobody = lookup().client(ClientKey(text));
    REQUIRE(nobody.has_value());
    CHECK_FALSE(nobody->registered);
    for (const ActiveSecret& secret : nobody->secrets) CHECK(secret.secret == SecretHash{});
  }
}

TEST_CASE_FIXTURE(Door, "a secret is found, and gone, as soon as that is acknowledged") {
  reopen();  // so that the record exists when the log is opened
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const std::uint32_t first = lookup().client(acme)->secrets.front().secret_id;
    const SecretHash added(sha256("secret " + std::to_string(i)));
    commit(of_operator(acme, AddSecret{clock.now(), added}));
    REQUIRE(lookup().client(acme)->secrets.size() == 2);
    CHECK(lookup().client(acme)->secrets.back().secret == added);
    commit(of_operator(acme, RevokeSecret{clock.now(), first}));
    REQUIRE(lookup().client(acme)->secrets.size() == 1);
    CHECK(lookup().client(acme)->secrets.front().secret == added);
  }
  commit(of_operator(acme, DisableClient{clock.now(), "it ended"}));
  const Client last = *lookup().client(acme);
  CHECK(last.disabled);
  REQUIRE(rebuild(data()));
  CHECK(*lookup().client(acme) == last);
  reopen();
  CHECK(*lookup().client(acme) == last);
}

TEST_CASE_FIXTURE(Door, "a record that was changed behind the log's back is not hidden by a copy") {
  data().writer().run_between_groups([&] {
    tamper_with_views(data().log(), projection_versions(), [&](ViewBatch& views) {
      views.put(space::kClients, Clients::key(acme), "not a record");
    });
  });
  const auto damaged = lookup().client(acme);
  REQUIRE_FALSE(damaged.has_value());
  CHECK(damaged.error() == StoreError::Corrupt);
  CHECK_FALSE(lookup().client(ClientKey("a"))->registered);  // acme's record is its stand-in
}

TEST_CASE("nothing is found where there is no record at all") {
  OpenFolder folder;
  const CallerLookup lookup(folder.data().log().views());
  CHECK_FALSE(lookup.owner(session_id(1))->has_value());
  CHECK_FALSE(lookup.session(session_id(1))->has_value());
}

}  // namespace countersign::caller_lookup_test

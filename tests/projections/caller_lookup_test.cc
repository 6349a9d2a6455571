#include "projections/caller_lookup.h"

#include <doctest/doctest.h>

#include "tests/projections/open_folder.h"

namespace countersign {
namespace {

struct Door : OpenFolder {
  CallerLookup lookup() { return CallerLookup(data().log()); }
};

TEST_CASE_FIXTURE(Door, "a caller is found by what it shows, and never the next one in its place") {
  const ClientKey other = client_key("other");
  commit(registering(other, clock.now()));
  for (const std::uint64_t n : {2, 4, 6}) create(n);
  for (const std::uint64_t n : {2, 4, 6}) {
    CAPTURE(n);
    CHECK(*lookup().owner(session_id(n)) == acme);
  }
  // Before the first, between two, behind the last.
  for (const std::uint64_t n : {1, 3, 5, 7, 1'000'000}) {
    CAPTURE(n);
    CHECK_FALSE(lookup().owner(session_id(n))->has_value());
  }
  CHECK_FALSE(lookup().owner(SessionId{})->has_value());

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

TEST_CASE("where there is no record at all, nothing is found") {
  OpenFolder folder;
  const CallerLookup lookup(folder.data().log());
  CHECK_FALSE(lookup.owner(session_id(1))->has_value());
}

}  // namespace
}  // namespace countersign

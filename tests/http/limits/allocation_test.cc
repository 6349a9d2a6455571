#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string>

#include "http/limits/fair_shares.h"
#include "http/limits/upload_permits.h"
#include "tests/events/vault/vault_fixture.h"
#include "tests/http/limits/allocation_failure.h"

namespace countersign::http::allocation_test {

// Longer than what a std::string holds without an allocation.
const ClientKey kClient("client-with-a-key-of-some-length");

// Runs `take` once for each of its allocations, which then fails. Returns how many there were.
template <class Take, class Check>
std::size_t fail_each_allocation(const Take& take, const Check& check) {
  for (std::size_t spared = 0;; ++spared) {
    CAPTURE(spared);
    bool struck = false;
    try {
      const AllocationFailure failure(spared);
      const auto taken = take();
      struck = failure.has_struck();
    } catch (const std::bad_alloc&) {
      struck = true;
    }
    check();
    if (!struck) return spared;
  }
}

TEST_CASE("a share for which there is no memory is not taken") {
  FairShares shares(10);
  const std::size_t failures = fail_each_allocation([&] { return shares.take(kClient, 3); },
                                                    [&] { CHECK(shares.taken() == 0); });
  CHECK(failures > 0);
  CHECK(shares.take(kClient, 5).has_value());
}

TEST_CASE("an upload for which there is no memory leaves no place behind") {
  VaultFixture vault;
  UploadPermits permits(vault.vault(), {.uploads = 10, .a_session = 1, .open_files = 10});
  const UploadOwner owner{vault.new_session(), TokenHash(), kClient, UtcTime(0)};
  const std::size_t failures = fail_each_allocation([&] { return permits.enter(owner, 1000); },
                                                    [&] {
                                                      CHECK(permits.in_flight() == 0);
                                                      CHECK(permits.owners().empty());
                                                    });
  CHECK(failures > 0);
  CHECK(permits.enter(owner, 1000).has_value());
}

}  // namespace countersign::http::allocation_test

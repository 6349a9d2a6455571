#include "http/oidc/login_transactions.h"

#include <doctest/doctest.h>

#include "events/crypto/os_random.h"

namespace countersign::http {
namespace {

using namespace std::chrono_literals;

constexpr SteadyTime kBegin{};

TEST_CASE("a login ends once, in the browser that began it") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto begun = logins.begin(kBegin);
  const auto other = logins.begin(kBegin);
  CHECK(begun.state.size() == 43);
  CHECK(begun.verifier.size() == 43);  // at least 43, RFC 7636 section 4.1
  CHECK(begun.state != other.state);
  CHECK_FALSE(logins.take(begun.state, other.browser, kBegin));
  CHECK_FALSE(logins.take(begun.state, "", kBegin));
  CHECK_FALSE(logins.take("", begun.browser, kBegin));
  const auto taken = logins.take(begun.state, begun.browser, kBegin + 599s);
  REQUIRE(taken);
  CHECK(taken->nonce == begun.nonce);
  CHECK(taken->verifier == begun.verifier);
  CHECK_FALSE(logins.take(begun.state, begun.browser, kBegin + 599s));
  CHECK_FALSE(logins.take(other.state, other.browser, kBegin + 600s));
}

TEST_CASE("logins that never end take bounded memory, and the newest are kept") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto first = logins.begin(kBegin);
  LoginTransactions::Begun last;
  for (std::size_t count = 0; count < 2 * LoginTransactions::kMax; ++count) {
    last = logins.begin(kBegin);
  }
  CHECK(logins.size() == LoginTransactions::kMax);
  CHECK_FALSE(logins.take(first.state, first.browser, kBegin));
  CHECK(logins.take(last.state, last.browser, kBegin));
  (void)logins.begin(kBegin + 10min);
  CHECK(logins.size() == 1);
}

}  // namespace
}  // namespace countersign::http

#include "http/oidc/login_transactions.h"

#include <doctest/doctest.h>

#include "core/text/base64url.h"
#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"

namespace countersign::http::login_transactions_test {

using namespace std::chrono_literals;

constexpr SteadyTime kBegin{};
const Digest kPage = sha256("the page's key");

TEST_CASE("a login ends once, in the browser that began it") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto begun = logins.begin(kPage, kBegin);
  const auto other = logins.begin(kPage, kBegin);
  CHECK(begun.state.size() == 96);
  CHECK(begun.browser.size() == 43);
  CHECK(begun.verifier.size() == 43);  // at least 43, RFC 7636 section 4.1
  CHECK(begun.state != other.state);
  CHECK_FALSE(logins.take(begun.state, other.browser, kBegin));
  CHECK_FALSE(logins.take(begun.state, "", kBegin));
  CHECK_FALSE(logins.take("", begun.browser, kBegin));
  CHECK(logins.is_open(begun.state, begun.browser, kBegin + 599s));
  const auto taken = logins.take(begun.state, begun.browser, kBegin + 599s);
  REQUIRE(taken);
  CHECK(taken->page == kPage);
  CHECK(taken->nonce == begun.nonce);
  CHECK(taken->verifier == begun.verifier);
  CHECK_FALSE(logins.is_open(begun.state, begun.browser, kBegin + 599s));
  CHECK_FALSE(logins.take(begun.state, begun.browser, kBegin + 599s));
  CHECK_FALSE(logins.is_open(other.state, other.browser, kBegin + 600s));
  CHECK_FALSE(logins.take(other.state, other.browser, kBegin + 600s));
}

TEST_CASE("a state that is changed anywhere, or of another server, is nobody's login") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto begun = logins.begin(kPage, kBegin);
  for (std::size_t place = 0; place < begun.state.size(); ++place) {
    std::string bent = begun.state;
    bent[place] = bent[place] == 'A' ? 'B' : 'A';
    CAPTURE(place);
    CHECK_FALSE(logins.take(bent, begun.browser, kBegin));
  }
  CHECK_FALSE(logins.take(begun.state + "AA", begun.browser, kBegin));
  LoginTransactions another(random);
  CHECK_FALSE(another.take(begun.state, begun.browser, kBegin));
  CHECK(logins.take(begun.state, begun.browser, kBegin));
}

TEST_CASE("a login belongs to the page that began it, whatever page is written into its state") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto begun = logins.begin(kPage, kBegin);
  const Digest other = sha256("another page's key");
  std::string bytes = from_base64url(begun.state).value();
  const std::string page(kPage.begin(), kPage.end());
  const std::size_t place = bytes.find(page);
  REQUIRE(place == 8);
  bytes.replace(place, page.size(), std::string(other.begin(), other.end()));
  CHECK_FALSE(logins.take(to_base64url(bytes), begun.browser, kBegin));
  CHECK(logins.take(begun.state, begun.browser, kBegin)->page == kPage);
  const auto of_other = logins.begin(other, kBegin);
  CHECK(logins.take(of_other.state, of_other.browser, kBegin)->page == other);
}

TEST_CASE("no number of logins that begin pushes out another's") {
  OsRandom random;
  LoginTransactions logins(random);
  const auto first = logins.begin(kPage, kBegin);
  for (int count = 0; count < 10'000; ++count) (void)logins.begin(kPage, kBegin);
  CHECK(logins.ended() == 0);
  CHECK(logins.take(first.state, first.browser, kBegin));
}

TEST_CASE("logins that ended take bounded memory, and none after their time") {
  OsRandom random;
  LoginTransactions logins(random);
  LoginTransactions::Begun last;
  for (std::size_t count = 0; count < LoginTransactions::kEndedMost + 10; ++count) {
    last = logins.begin(kPage, kBegin);
    REQUIRE(logins.take(last.state, last.browser, kBegin));
  }
  CHECK(logins.ended() == LoginTransactions::kEndedMost);
  CHECK_FALSE(logins.take(last.state, last.browser, kBegin));
  const auto late = logins.begin(kPage, kBegin + 10min);
  CHECK(logins.take(late.state, late.browser, kBegin + 10min));
  CHECK(logins.ended() == 1);
}

}  // namespace countersign::http::login_transactions_test

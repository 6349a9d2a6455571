// POST /review/api/login/begin and /finish: a passkey that the browser finds says who logs in.
#include <array>
#include <utility>

#include "core/text/base64url.h"
#include "http/json/json_of.h"
#include "http/review/authenticate_reviewer.h"
#include "http/review/ceremony.h"
#include "http/review/login.h"
#include "http/review/passkey/assertion_check.h"
#include "http/review/passkey/ceremony_options.h"
#include "http/review/review_handlers.h"
#include "http/review/review_schemas.h"

namespace countersign::http {
namespace {

constexpr std::size_t kCeremonyIdBytes = 16;

struct PasskeyLoginBegun {
  std::string ceremony;
  RequestOptions options;
  bool oidc = false;
};

std::string login_ceremony(const std::string& id) { return "login " + id; }

// Returns the reviewer whose id the passkey gave; nullopt if no such reviewer may log in with it.
Result<std::optional<Reviewer>, StoreError> owner_of(const ReviewService& service,
                                                     const AssertionResponse& response) {
  if (!is_reviewer_id(response.user_handle)) return std::optional<Reviewer>();
  auto found = service.data.queries().reviewer(ReviewerId(response.user_handle));
  if (!found || !*found) return found;
  if (is_usable(**found) && find_passkey(**found, response.id) != nullptr) return found;
  return std::optional<Reviewer>();
}

void refuse_login(ReviewService& service, const CallPtr& call) {
  service.metrics.count(Counter::AuthenticationFailures);
  call->refuse({.code = ProblemCode::ReviewLoginFailed});
}

void finish_login_of(ReviewService& service,
                     const CallPtr& call,
                     const Reviewer& reviewer,
                     const LoginBody& body,
                     const Digest& page) {
  const AssertionResponse& credential = body.credential;
  const auto challenge = open_challenge(
      service, credential.client_data, ChallengePurpose::Login, login_ceremony(body.ceremony));
  if (!challenge) return refuse_login(service, call);
  const auto counter =
      check_assertion(service.site(), service.counters, reviewer, credential, *challenge);
  if (!counter || !service.spent.spend(reviewer.id, *challenge)) return refuse_login(service, call);
  log_in(service,
         call,
         reviewer.id,
         LogInReviewer{service.clock.now(), LoginMethod::Passkey, credential.id, *counter},
         page);
}

}  // namespace

template <>
constexpr auto members_of<PasskeyLoginBegun> =
    members(Member{"ceremony", &PasskeyLoginBegun::ceremony},
            Member{"publicKey", &PasskeyLoginBegun::options},
            Member{"oidc", &PasskeyLoginBegun::oidc, "Whether the company's login is set up."});

Schema login_begun_schema() { return answer_schema_of<PasskeyLoginBegun>("LoginBegun"); }

void begin_login(ReviewService& service, const CallPtr& call, std::string /*body*/) {
  std::array<std::uint8_t, kCeremonyIdBytes> bytes{};
  service.random.fill(bytes);
  const std::string id = to_base64url(ByteView(bytes));
  const std::string challenge =
      service.challenges.make(ChallengePurpose::Login, login_ceremony(id));
  const PasskeyLoginBegun begun{
      id, request_options(service.site(), challenge), service.provider != nullptr};
  call->reply_json(200, json_of(begun));
}

// A caller who does not know a reviewer's passkey by its id gets no thread.
void finish_login(ReviewService& service, const CallPtr& call, std::string body) {
  const auto page = page_of_login(call);
  if (!page) return;
  auto request = parse_login_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  auto reviewer = owner_of(service, request->credential);
  if (!reviewer) return call->refuse(problem_of(reviewer.error()));
  if (!*reviewer) return refuse_login(service, call);
  run_entry_ceremony(
      service,
      call,
      [&service, call, who = **std::move(reviewer), given = *std::move(request), page] {
        finish_login_of(service, call, who, given, *page);
      });
}

}  // namespace countersign::http

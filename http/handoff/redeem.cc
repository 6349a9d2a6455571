// POST /api/sdk/redeem.
#include <memory>
#include <utility>
#include <variant>

#include "core/client/page_rules.h"
#include "http/answers/joining_json.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/authenticate.h"
#include "http/caller/authenticate_code.h"
#include "http/caller/idempotency.h"
#include "http/caller/pending_call.h"
#include "http/caller/repeat_service.h"
#include "http/device/device_service.h"
#include "http/handoff/joining_handlers.h"
#include "http/handoff/redeem_request.h"
#include "http/sealed/sealed_origin.h"
#include "http/secrets/credential_hash.h"

namespace countersign::http {
namespace {

// One redemption, from the code that was authenticated to the answer. One thread at a time.
class Redemption : public std::enable_shared_from_this<Redemption> {
 public:
  Redemption(DeviceService& service, const CallPtr& call, CodeHolder holder, RedeemRequest request)
      : service_(service),
        holder_(std::move(holder)),
        request_(std::move(request)),
        call_(service.idempotency, service.transfers, call, holder_.session.client) {}

  void begin();

 private:
  RedeemCode command() const;
  bool is_admitted();
  void decide_now(const Sha256& meaning);
  void ask_for_number();
  void submit(RedeemCode command, const Sha256& meaning);
  void finish(const Outcome& outcome);
  void refuse_code() { call_.refuse(refused_code(service_.caller, call_.call())); }
  void refuse_holder() { call_.refuse(refused_holder(service_.caller, call_.call(), holder_)); }

  DeviceService& service_;
  const CodeHolder holder_;
  const RedeemRequest request_;
  PendingCall call_;
  std::string token_;
};

Sha256 meaning_of(const CodeHolder& holder, const RedeemRequest& request) {
  RequestDigest digest("redeem");
  digest.add(text_of(ByteView(holder.code.value())));
  digest.add(request.number ? std::to_string(*request.number) : "");
  return digest.finish();
}

// A request with a known key is answered again, although its code is spent. Any other use of a code
// that opens nothing has the answer of an unknown code.
void Redemption::begin() {
  if (!call_.take_key(stream_of(holder_.session.id))) return;
  const Sha256 meaning = meaning_of(holder_, request_);
  switch (call_.use_of(meaning)) {
    case PendingCall::Use::New:
      return decide_now(meaning);
    case PendingCall::Use::Repeated:
      if (is_admitted()) call_.answer_earlier();
      return;
    case PendingCall::Use::Other:
      if (!decide(holder_.session, command())) return refuse_holder();
      return call_.refuse({.code = ProblemCode::IdempotencyMismatch});
  }
  check(false, "the use of a key is an enumerator of Use");
}

RedeemCode Redemption::command() const {
  RedeemCode command{.at = service_.clock.now(), .how = holder_.how, .code = holder_.code};
  command.expires_at = command.at + holder_.token_ttl;
  command.number_is_right =
      request_.number == service_.links.codes().numbers_of(request_.code).right;
  return command;
}

// Returns whether the origin and the rate admit the call. Returns false after refusing it.
bool Redemption::is_admitted() {
  if (!is_origin_allowed(service_.settings, holder_.session, call_.call()->head())) {
    call_.refuse({.code = ProblemCode::OriginNotAllowed});
    return false;
  }
  const auto exceeded = exceeded_redeem_rate(service_.caller, call_.call(), holder_.session);
  if (exceeded) call_.refuse(*exceeded);
  return !exceeded;
}

void Redemption::decide_now(const Sha256& meaning) {
  const RedeemCode redeem = command();
  if (!decide(holder_.session, redeem)) return refuse_holder();
  if (!is_admitted()) return;
  if (holder_.how == JoinedBy::Handoff && !request_.number) {
    return ask_for_number();
  }
  submit(redeem, meaning);
}

void Redemption::ask_for_number() {
  const Session& session = holder_.session;
  const auto client = service_.data.queries().client(session.client);
  if (!client) return call_.refuse(problem_of(client.error()));
  if (!*client) return call_.refuse({.code = ProblemCode::Internal});
  const std::string language = request_.language.value_or(session.language.value_or(""));
  const CapturePage page = page_in((*client)->page, language);
  call_.reply_json(numbers_json({.numbers = service_.links.codes().numbers_of(request_.code).shown,
                                 .client_name = page.name,
                                 .purpose = session.purpose,
                                 .sandbox = session.sandbox,
                                 .language = session.language}));
}

// The wrong number is answered like any other bad code, so it leaves no answer to be repeated.
void Redemption::submit(RedeemCode command, const Sha256& meaning) {
  const Session& session = holder_.session;
  const auto key = service_.data.session_key(session.id);
  if (!key) return call_.refuse(problem_of(key.error()));
  const bool joins = command.how == JoinedBy::Link || command.number_is_right;
  const auto record = joins ? call_.record(meaning) : std::nullopt;
  token_ = record ? service_.tokens.joined_token(session.id, holder_.code, call_.key())
                  : service_.tokens.random_token();
  command.token = hash_of_token(token_);
  Submission submission{.stream = stream_of(session.id),
                        .command = SessionCommand(command),
                        .actor = {ActorKind::Device, {}},
                        .request = call_.call()->request_id(),
                        .idempotency = record,
                        .sealed = sealed_origin(call_.call(), *key, session.id, service_.random)};
  service_.data.writer().submit(std::move(submission),
                                [self = shared_from_this()](const Outcome& outcome) {
                                  guarded(self->call_.call(), [&] { self->finish(outcome); });
                                });
}

// Runs on the writer's thread. Another redemption may have been first.
void Redemption::finish(const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    const auto* joined = std::get_if<DeviceJoined>(&committed->events.back().event);
    if (joined == nullptr) return refuse_code();
    return call_.reply_json(
        token_json(token_, joined->expires_at.value_or(holder_.session.token_expires_at)));
  }
  const auto* rejection = std::get_if<Rejection>(&outcome);
  if (rejection != nullptr && rejection->why == Refusal::SessionInvalid) return refuse_code();
  if (const auto problem = problem_of(outcome)) return call_.refuse(*problem);
  call_.answer_again_later(std::get<Replayed>(outcome).last);
}

}  // namespace

void redeem_code(DeviceService& service, const CallPtr& call, std::string body) {
  auto request = parse_redeem_request(body);
  if (!request) return call->refuse(request.error());
  // A malformed key is refused for every code alike.
  const auto key = idempotency_key_of(call->head());
  if (!key) return call->refuse(key.error());
  auto holder = authenticate_code(service.caller, service.links.codes(), call, request->code);
  if (!holder) return;
  std::make_shared<Redemption>(service, call, *std::move(holder), *std::move(request))->begin();
}

Result<std::string, StoreError> redeemed_again(const RepeatService& service,
                                               std::string_view key,
                                               const RecordedEvent& last) {
  const auto session = session_of(last.stream);
  const auto* joined = std::get_if<DeviceJoined>(&last.event);
  if (joined == nullptr || !session) return StoreError::Corrupt;
  const std::string token = service.tokens.joined_token(*session, joined->code, key);
  if (hash_of_token(token) != joined->token) return StoreError::Corrupt;
  const auto state = service.queries.session(*session);
  if (!state) return state.error();
  if (!*state) return StoreError::Corrupt;
  return token_json(token, joined->expires_at.value_or((*state)->token_expires_at));
}

}  // namespace countersign::http

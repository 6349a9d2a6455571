// POST /api/sdk/consent: the person consents to the client's text.
#include <optional>
#include <utility>
#include <variant>

#include "http/call/outcome_problem.h"
#include "http/device/page/consent_request.h"
#include "http/device/page/page_source.h"
#include "http/json/json_of.h"
#include "http/sealed/sealed_origin.h"

namespace countersign::http {
namespace {

struct ConsentAnswer {};
bool is_recorded(const ConsentAnswer&) { return true; }
std::string always_true() { return R"({"const":true})"; }

}  // namespace

template <>
constexpr auto members_of<ConsentAnswer> = members(Member{
    "ok", is_recorded, {}, {.schema = always_true}});

namespace {

bool was_given_before(const Outcome& outcome) {
  const auto* rejection = std::get_if<Rejection>(&outcome);
  return rejection != nullptr && rejection->why == Refusal::NothingToDo;
}

// Runs on the writer's thread.
void finish(const CallPtr& call, const Outcome& outcome) {
  const auto problem = problem_of(outcome);
  if (problem && !was_given_before(outcome)) return call->refuse(*problem);
  call->reply_json(200, json_of(ConsentAnswer{}));
}

}  // namespace

// The client's text may change between the comparison and the append. Then the event truthfully
// names the text that the person saw, and the next answer about the page says that the consent to
// the new one is not given.
void give_consent(DeviceService& service,
                  const CallPtr& call,
                  const DeviceSession& device,
                  std::string body) {
  const auto request = parse_consent_request(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  const auto client = client_of_session(service, device);
  if (!client) return call->refuse(client.error());
  const std::string language = request->language.value_or(device.session.language.value_or(""));
  const ClientConsent* const asked = consent_in(*client, language);
  if (asked == nullptr || asked->consent.version != request->version) {
    return call->refuse({.code = ProblemCode::ConsentOutdated});
  }
  const SessionId& session = device.session.id;
  const auto key = service.data.session_key(session);
  if (!key) return call->refuse(problem_of(key.error()));
  Submission submission{
      .stream = stream_of(session),
      .command = SessionCommand(
          GiveConsent{.at = service.clock.now(), .consent = asked->consent, .by = device.token}),
      .actor = {ActorKind::Device, {}},
      .request = call->request_id(),
      .sealed = sealed_origin(call, *key, session, service.random)};
  service.data.writer().submit(std::move(submission), [call](const Outcome& outcome) {
    guarded(call, [&] { finish(call, outcome); });
  });
}

Schema consent_schema() { return answer_schema_of<ConsentAnswer>("Consented"); }

}  // namespace countersign::http

// The calls of /api/svc/webhooks. A webhook of another client is one that does not exist: each
// client has a stream of its own.
#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "http/answers/webhook_json.h"
#include "http/backend/backend_service.h"
#include "http/backend/webhooks/webhook_change.h"
#include "http/backend/webhooks/webhook_handlers.h"
#include "http/body/body_of.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/authenticate.h"
#include "http/caller/pending_call.h"
#include "http/caller/repeat_service.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

// The client's webhooks; nullopt after refusing the call.
std::optional<Webhooks> webhooks_of(BackendService& service,
                                    const CallPtr& call,
                                    const ClientKey& client) {
  auto webhooks = service.data.queries().webhooks(client);
  if (webhooks) return *std::move(webhooks);
  call->refuse(problem_of(webhooks.error()));
  return std::nullopt;
}

// The webhook that the path names; nullopt after refusing the call.
std::optional<Webhook> webhook_of(BackendService& service,
                                  const CallPtr& call,
                                  const ClientKey& client,
                                  const WebhookId& id) {
  const auto webhooks = webhooks_of(service, call, client);
  if (!webhooks) return std::nullopt;
  if (const Webhook* const webhook = find_webhook(*webhooks, id)) return *webhook;
  call->refuse(problem_of(refused(Refusal::WebhookUnknown)));
  return std::nullopt;
}

WebhookId id_in_path(const Call& call) { return WebhookId(call.parameters().front()); }

// Reads the body into the record; false after refusing the call.
template <class Body>
bool read_input(const CallPtr& call, const std::string& text, Body& body) {
  const auto problem = read_body(text, body, kOperationBody);
  if (problem) call->refuse(*problem);
  return !problem;
}

// A call that changes one webhook: submits the commands one after the other, then answers with what
// `reply` makes of the webhook. The call does not fail if another call has done the same meanwhile.
class WebhookCall : public std::enable_shared_from_this<WebhookCall> {
 public:
  using Reply = std::function<std::string(const Webhook& webhook)>;

  WebhookCall(BackendService& service,
              CallPtr call,
              ClientKey client,
              WebhookId webhook,
              std::vector<WebhookCommand> commands,
              Reply reply)
      : service_(service),
        call_(std::move(call)),
        client_(std::move(client)),
        webhook_(std::move(webhook)),
        commands_(std::move(commands)),
        reply_(std::move(reply)) {}

  void go_on() {
    if (next_ == commands_.size()) return answer();
    service_.data.writer().submit(Submission{.stream = webhooks_stream_of(client_),
                                             .command = commands_[next_++],
                                             .actor = {ActorKind::Client, client_.value()},
                                             .request = call_->request_id()},
                                  [self = shared_from_this()](const Outcome& outcome) {
                                    guarded(self->call_, [&] { self->finish(outcome); });
                                  });
  }

 private:
  // Runs on the writer's thread.
  void finish(const Outcome& outcome) {
    const auto* rejection = std::get_if<Rejection>(&outcome);
    const bool is_done = rejection != nullptr && rejection->why == Refusal::NothingToDo;
    if (const auto problem = problem_of(outcome); problem && !is_done) {
      return call_->refuse(*problem);
    }
    go_on();
  }
  void answer() {
    const auto webhook = webhook_of(service_, call_, client_, webhook_);
    if (webhook) call_->reply_json(200, reply_(*webhook));
  }

  BackendService& service_;
  const CallPtr call_;
  const ClientKey client_;
  const WebhookId webhook_;
  const std::vector<WebhookCommand> commands_;
  const Reply reply_;
  std::size_t next_ = 0;
};

WebhookCall::Reply shown_by(BackendService& service) {
  return [&service](const Webhook& webhook) {
    return json_of(shown_webhook(webhook, service.webhook_secrets, service.webhook_sender));
  };
}

// The commands of a call that changes one webhook, or why it is refused.
using WebhookCommands = Result<std::vector<WebhookCommand>, Problem>;

// Changes the webhook that the path names: submits the commands that `commands_for(webhook)`
// returns, or refuses the call with the problem that it returns.
template <class CommandsFor>
void change_named(BackendService& service,
                  const CallPtr& call,
                  const AuthenticatedClient& caller,
                  WebhookCall::Reply reply,
                  CommandsFor commands_for) {
  const ClientKey& client = caller.client.key;
  const auto webhook = webhook_of(service, call, client, id_in_path(*call));
  if (!webhook) return;
  WebhookCommands commands = commands_for(*webhook);
  if (!commands) return call->refuse(commands.error());
  std::make_shared<WebhookCall>(
      service, call, client, webhook->id, *std::move(commands), std::move(reply))
      ->go_on();
}

// The command, counted against the rate of replays.
WebhookCommands counted_as_replay(BackendService& service,
                                  const CallPtr& call,
                                  const Webhook& webhook,
                                  WebhookCommand command) {
  const auto exceeded =
      exceeded_rate(service.caller, call, RateClass::Replay, webhook.id.value(), kReplayRate);
  if (exceeded) return *exceeded;
  return std::vector{std::move(command)};
}

Sha256 meaning_of(const NewWebhook& wanted) {
  RequestDigest digest("webhook");
  digest.add(wanted.url);
  for (const WebhookType type : wanted.types) digest.add(name_of(type));
  return digest.finish();
}

// A registration that waits for the writer.
struct Registration {
  BackendService& service;
  PendingCall call;

  // Runs on the writer's thread.
  void finish(const Outcome& outcome) {
    if (const auto problem = problem_of(outcome)) return call.refuse(*problem);
    if (const auto* replayed = std::get_if<Replayed>(&outcome)) {
      return call.answer_again_later(replayed->last);
    }
    const auto* registered =
        std::get_if<WebhookRegistered>(&std::get<Committed>(outcome).events.back().event);
    check(registered != nullptr, "the event of a webhook's registration is WebhookRegistered");
    call.reply_json(registered_webhook_json(*registered, service.webhook_secrets));
  }
};

}  // namespace

void list_webhooks(BackendService& service,
                   const CallPtr& call,
                   const AuthenticatedClient& caller) {
  const auto webhooks = webhooks_of(service, call, caller.client.key);
  if (!webhooks) return;
  ShownWebhooks shown;
  for (const Webhook& webhook : webhooks->endpoints) {
    shown.webhooks.push_back(
        shown_webhook(webhook, service.webhook_secrets, service.webhook_sender));
  }
  call->reply_json(200, json_of(shown));
}

void add_webhook(BackendService& service,
                 const CallPtr& call,
                 const AuthenticatedClient& caller,
                 std::string body) {
  NewWebhook wanted;
  if (!read_input(call, body, wanted)) return;
  const ClientKey& client = caller.client.key;
  if (const auto problem = problem_of_url(service.webhook_guard, wanted.url)) {
    return call->refuse(*problem);
  }
  PendingCall pending(service.idempotency, service.transfers, call, client);
  if (!pending.take_key(webhooks_stream_of(client))) return;
  const Sha256 meaning = meaning_of(wanted);
  switch (pending.use_of(meaning)) {
    case PendingCall::Use::Other:
      return pending.refuse({.code = ProblemCode::IdempotencyMismatch});
    case PendingCall::Use::Repeated:
      return pending.answer_earlier();
    case PendingCall::Use::New:
      break;
  }
  const auto exceeded =
      exceeded_rate(service.caller, call, RateClass::Challenge, client.value(), kChallengeRate);
  if (exceeded) return pending.refuse(*exceeded);
  Submission submission{.stream = webhooks_stream_of(client),
                        .command = WebhookCommand(RegisterWebhook{service.clock.now(),
                                                                  random_webhook_id(service.random),
                                                                  std::move(wanted.url),
                                                                  std::move(wanted.types),
                                                                  true}),
                        .actor = {ActorKind::Client, client.value()},
                        .request = call->request_id(),
                        .idempotency = pending.record(meaning)};
  auto registration = std::make_shared<Registration>(Registration{service, std::move(pending)});
  service.data.writer().submit(std::move(submission), [registration](const Outcome& outcome) {
    guarded(registration->call.call(), [&] { registration->finish(outcome); });
  });
}

Result<std::string, StoreError> registered_again(const RepeatService& service,
                                                 std::string_view,
                                                 const RecordedEvent& last) {
  const auto* registered = std::get_if<WebhookRegistered>(&last.event);
  if (registered == nullptr) return StoreError::Corrupt;
  return registered_webhook_json(*registered, service.webhook_secrets);
}

void change_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body) {
  ChangedWebhook wanted;
  if (!read_input(call, body, wanted)) return;
  if (wanted.url) {
    if (const auto problem = problem_of_url(service.webhook_guard, *wanted.url)) {
      return call->refuse(*problem);
    }
  }
  change_named(
      service, call, caller, shown_by(service), [&](const Webhook& webhook) -> WebhookCommands {
        if (begins_challenges(webhook, wanted)) {
          const std::string& client = caller.client.key.value();
          const auto exceeded =
              exceeded_rate(service.caller, call, RateClass::Challenge, client, kChallengeRate);
          if (exceeded) return *exceeded;
        }
        return commands_of(webhook, wanted, service.clock.now());
      });
}

void replay_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body) {
  WebhookReplay wanted;
  if (!read_input(call, body, wanted)) return;
  change_named(
      service, call, caller, shown_by(service), [&](const Webhook& webhook) -> WebhookCommands {
        auto replay =
            replay_of(webhook.id, wanted, service.data.queries().head(), service.clock.now());
        if (!replay) return replay.error();
        return counted_as_replay(service, call, webhook, *std::move(replay));
      });
}

// A test is a delivery that nothing happened for, as a replay is.
void send_test_of_webhook(BackendService& service,
                          const CallPtr& call,
                          const AuthenticatedClient& caller) {
  change_named(service, call, caller, shown_by(service), [&](const Webhook& webhook) {
    return counted_as_replay(service, call, webhook, TestWebhook{service.clock.now(), webhook.id});
  });
}

void rotate_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller,
                    std::string body) {
  WebhookRotation wanted;
  if (!read_input(call, body, wanted)) return;
  const auto with_secret = [&service](const Webhook& rotated) {
    return json_of(webhook_with_secret(rotated, service.webhook_secrets));
  };
  change_named(service, call, caller, with_secret, [&](const Webhook& webhook) -> WebhookCommands {
    return std::vector<WebhookCommand>{rotation_of(webhook.id, wanted, service.clock.now())};
  });
}

void delete_webhook(BackendService& service,
                    const CallPtr& call,
                    const AuthenticatedClient& caller) {
  const ClientKey& client = caller.client.key;
  const WebhookId id = id_in_path(*call);
  service.data.writer().submit(
      Submission{.stream = webhooks_stream_of(client),
                 .command = WebhookCommand(DeleteWebhook{service.clock.now(), id}),
                 .actor = {ActorKind::Client, client.value()},
                 .request = call->request_id()},
      [call, id](const Outcome& outcome) {
        guarded(call, [&] {
          if (const auto problem = problem_of(outcome)) return call->refuse(*problem);
          call->reply_json(200, json_of(DeletedWebhook{id}));
        });
      });
}

}  // namespace countersign::http

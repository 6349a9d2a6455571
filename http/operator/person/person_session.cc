#include "http/operator/person/person_session.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "core/enum_names.h"
#include "core/stream/delivered_as.h"
#include "http/call/machine_problem.h"

namespace countersign::http {
namespace {

using Events = std::vector<StoredEvent>;

std::string name_of_stored(const Session& session, const FileId& file) {
  const auto found = std::ranges::find(session.files, file, &StoredFile::file);
  return found == session.files.end() ? to_string(file.value()) : name_of_file(*found);
}

std::optional<std::string> stated(const std::optional<StatedReason>& why) {
  return why ? std::optional(why->value()) : std::nullopt;
}

// Nullopt for an event that is no opinion.
std::optional<bool> settled_by(const Event& event) {
  if (const auto* decided = std::get_if<ReviewDecided>(&event)) return decided->settles;
  if (const auto* corrected = std::get_if<ReviewCorrected>(&event)) return corrected->settles;
  return std::nullopt;
}

// Tells each event of a session that says who did something with it.
class SessionTeller {
 public:
  SessionTeller(PersonSession& told, const Webhooks& webhooks, const Events& client)
      : told_(told), webhooks_(webhooks), client_(client) {}

  void tell(const RecordedEvent& recorded, bool is_hidden) {
    if (const auto type = webhook_type_of(recorded.event)) tell_webhook(recorded, *type);
    if (is_hidden && settled_by(recorded.event)) return;
    std::visit([&](const auto& event) { add(recorded, event); }, recorded.event);
  }

 private:
  // The timeline tells the others.
  template <class E>
  void add(const RecordedEvent&, const E&) {}
  void add(const RecordedEvent& recorded, const ConsentGiven& event) {
    told_.consents.push_back(
        {recorded.at, event.consent.version, event.consent.sha256, text_of(event.consent)});
  }
  void add(const RecordedEvent& recorded, const ReviewDecided& event) {
    told_.decisions.push_back(decision(recorded, event, false));
  }
  void add(const RecordedEvent& recorded, const ReviewCorrected& event) {
    told_.decisions.push_back(decision(recorded, event, true));
  }
  void add(const RecordedEvent& recorded, const ImageViewed& event) {
    told_.looks.push_back(
        {recorded.at, "REVIEWER " + event.reviewer, name_of_stored(told_.session, event.file)});
  }
  void add(const RecordedEvent& recorded, const DocumentsDownloaded& event) {
    told_.looks.push_back(
        {recorded.at,
         actor_in_words(recorded.actor),
         event.file ? name_of_stored(told_.session, *event.file) : "bundle of all files",
         stated(event.why)});
  }
  void add(const RecordedEvent& recorded, const DocumentValuesRead& event) {
    told_.looks.push_back({recorded.at,
                           actor_in_words(recorded.actor),
                           event.why ? "all sealed texts" : "values of the document",
                           stated(event.why)});
  }
  void add(const RecordedEvent& recorded, const HoldSet& event) {
    told_.holds.push_back({recorded.at, actor_in_words(recorded.actor), true, event.reason});
  }
  void add(const RecordedEvent& recorded, const HoldReleased& event) {
    told_.holds.push_back({recorded.at, actor_in_words(recorded.actor), false, event.reason});
  }

  template <class Given>
  static ToldDecision decision(const RecordedEvent& recorded, const Given& event, bool corrects) {
    return {recorded.at,
            event.reviewer.empty() ? actor_in_words(recorded.actor) : event.reviewer,
            event.decision,
            event.reasons,
            event.signature.has_value(),
            corrects,
            event.settles,
            event.told};
  }

  void tell_webhook(const RecordedEvent& recorded, WebhookType type) {
    ToldWebhook told{recorded.at, type, {}};
    for (const Webhook& webhook : webhooks_.endpoints) {
      const bool takes = webhook.types.empty() || std::ranges::count(webhook.types, type) > 0;
      if (takes && webhook.created_at <= recorded.at) told.to.push_back(webhook.url);
    }
    told_.webhooks.push_back(std::move(told));
  }

  std::optional<std::string> text_of(const ConsentVersion& consent) const {
    for (const StoredEvent& event : client_) {
      const auto* changed = std::get_if<ConsentTextChanged>(&event.recorded.event);
      if (changed != nullptr && changed->consent == consent) return changed->text;
    }
    return std::nullopt;
  }

  PersonSession& told_;
  const Webhooks& webhooks_;
  const Events& client_;
};

// The event that finalized the session, else the last one.
const StoredEvent& decisive_of(const Events& events) {
  const auto finalized = std::ranges::find_if(events, [](const StoredEvent& event) {
    return std::holds_alternative<SessionFinalized>(event.recorded.event);
  });
  return finalized == events.end() ? events.back() : *finalized;
}

}  // namespace

std::string actor_in_words(const Actor& actor) {
  std::string words(name_of(actor.kind));
  if (!actor.ref.empty()) words += " " + actor.ref;
  return words;
}

std::vector<StoredEvent>::const_iterator first_hidden(const std::vector<StoredEvent>& events) {
  const auto settled = std::find_if(events.rbegin(), events.rend(), [](const StoredEvent& event) {
    return settled_by(event.recorded.event) == true;
  });
  return settled.base();
}

bool gives_opinion(const Event& event) { return settled_by(event).has_value(); }

Result<PersonSession, Problem> person_session(const OperationContext& context,
                                              const SessionId& id) {
  const Queries& queries = context.data.queries();
  const auto session = queries.session(id);
  if (!session) return problem_of(session.error());
  if (!*session) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  const auto events = queries.timeline(id);
  if (!events) return problem_of(events.error());
  const auto client = queries.timeline((*session)->client);
  if (!client) return problem_of(client.error());
  const auto webhooks = queries.webhooks((*session)->client);
  if (!webhooks) return problem_of(webhooks.error());
  const auto kept = queries.retention_of((*session)->client, context.settings.periods());
  if (!kept) return problem_of(kept.error());

  PersonSession told;
  told.id = id;
  told.session = **session;
  told.result.json = result_json(told.session, context.data.clock().now(), *kept);
  told.documents.json = documents_json(told.session);
  told.timeline.json = timeline_json(id, told.session.sandbox, *events);
  SessionTeller teller(told, *webhooks, *client);
  const auto hidden = first_hidden(*events);
  for (auto event = events->begin(); event != events->end(); ++event) {
    teller.tell(event->recorded, event >= hidden);
  }
  auto purge = erasure_of(context, id);
  if (!purge) return purge.error();
  told.purge = *std::move(purge);
  if (!events->empty()) {
    auto receipt = receipt_of(context, decisive_of(*events));
    if (!receipt) return receipt.error();
    told.receipt = *std::move(receipt);
  }
  return told;
}

}  // namespace countersign::http

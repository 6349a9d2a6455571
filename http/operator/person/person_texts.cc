#include "http/operator/person/person_texts.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "events/vault/files/frame_marks.h"
#include "http/call/machine_problem.h"
#include "http/operator/operation_list.h"
#include "http/operator/person/person_session.h"
#include "http/sealed/sealed_note.h"
#include "http/sealed/sealed_origin.h"
#include "http/sealed/sealed_words.h"

namespace countersign::http {
namespace {

// The sealed events of one page.
struct SealedPage {
  std::vector<const StoredEvent*> events;
  std::optional<Sequence> next{};  // of the last one, if more follow
};

// REQUIRES: `events` outlive the page.
SealedPage page_of_sealed(const std::vector<StoredEvent>& events, const AskedTexts& asked) {
  const std::uint64_t limit = std::max<std::uint64_t>(asked.limit, 1);
  const auto hidden = first_hidden(events);
  SealedPage page;
  for (auto event = events.begin(); event != events.end(); ++event) {
    const RecordedEvent& recorded = event->recorded;
    if (!recorded.sealed || recorded.sequence <= asked.after) continue;
    if (event >= hidden && gives_opinion(recorded.event)) continue;
    if (page.events.size() == limit) {
      page.next = page.events.back()->recorded.sequence;
      break;
    }
    page.events.push_back(&*event);
  }
  return page;
}

std::optional<std::string> unless_none(std::string text) {
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

// Opens what the event has sealed into `text`. Each kind of text is sealed in a context of its own,
// so no kind opens as another. Returns false if nothing opens it.
bool open_into(PersonText& text,
               const RecordedEvent& recorded,
               const SessionKey& key,
               const SessionId& session) {
  const std::string& sealed = *recorded.sealed;
  const RequestId& request = recorded.request;
  if (const auto origin = open_origin(sealed, key, session, request)) {
    auto parts = parts_of_origin(*origin);
    if (!parts) return false;
    text.address = std::move(parts->address);
    text.user_agent = unless_none(std::move(parts->user_agent));
    text.words = std::move(parts->words);
    return true;
  }
  if (auto values = open_values(sealed, key, session, request)) {
    text.values = *std::move(values);
    return true;
  }
  if (auto note = open_note(sealed, key, session, request)) {
    text.note = unless_none(std::move(note->note));
    text.without_look = std::move(note->without_look);
    return true;
  }
  if (auto words = open_words(sealed, key, session, request)) {
    text.words = *std::move(words);
    return true;
  }
  return open_marks(key, session, request, sealed).has_value();
}

bool has_any(const PersonText& text) {
  return text.address || text.words || text.note || text.without_look || text.values.zone ||
         text.values.barcode || text.values.printed;
}

Result<std::vector<PersonText>, Problem> opened_texts(const SealedPage& page,
                                                      const SessionKey& key,
                                                      const SessionId& session) {
  std::vector<PersonText> texts;
  for (const StoredEvent* event : page.events) {
    const RecordedEvent& recorded = event->recorded;
    PersonText text{recorded.sequence,
                    std::string(type_of(recorded.event).name),
                    recorded.at,
                    actor_in_words(recorded.actor)};
    if (!open_into(text, recorded, key, session)) {
      return Problem{.code = ProblemCode::Internal,
                     .detail = "The sealed text of event " +
                               std::to_string(recorded.sequence.value()) + " does not open."};
    }
    if (has_any(text)) texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

Result<PersonTexts, Problem> person_texts(const OperationContext& context,
                                          const AskedTexts& asked) {
  const Queries& queries = context.data.queries();
  const auto session = queries.session(asked.session);
  if (!session) return problem_of(session.error());
  if (!*session) {
    return Problem{.code = ProblemCode::NotFound, .detail = "The session does not exist."};
  }
  PersonTexts told{.id = asked.session, .purged_at = (*session)->purged_at};
  if (told.purged_at) return told;
  const auto events = queries.timeline(asked.session);
  if (!events) return problem_of(events.error());
  const SealedPage page = page_of_sealed(*events, asked);
  if (page.events.empty()) {
    told.texts.emplace();
    return told;
  }
  const auto key = context.data.session_key(asked.session);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    // Purged since the session was read, or a restored backup has no key for it.
    if (fault != nullptr && *fault == KeyFault::Gone) return told;
    return problem_of(key.error());
  }
  const ReadDocumentValues command{.at = context.data.clock().now(),
                                   .why = StatedReason(asked.reason)};
  const auto recorded = carry_out(context, stream_of(asked.session), SessionCommand(command));
  if (!recorded && recorded.error().code == ProblemCode::FilesPurged) return told;
  if (!recorded) return recorded.error();
  auto texts = opened_texts(page, *key, asked.session);
  if (!texts) return texts.error();
  told.recorded = recorded->events.front().sequence;
  told.texts = *std::move(texts);
  told.next = page.next;
  return told;
}

}  // namespace countersign::http

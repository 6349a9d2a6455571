// GET /api/sdk/capture: what a page needs to begin.
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "core/client/page_rules.h"
#include "http/answers/accepted_documents.h"
#include "http/device/page/page_source.h"
#include "http/json/json_of.h"
#include "http/sealed/sealed_origin.h"

namespace countersign::http {
namespace {

constexpr std::string_view kLogoPath = "/api/sdk/capture/logo";

struct Colours {
  std::string accent;
  std::string on_accent;
};
struct ConsentAsked {
  std::string version;
  std::string text;
};
struct Limits {
  std::uint64_t document_bytes;
  std::uint64_t frame_bytes;
  std::uint32_t frames;
};

// The treatment of the pictures by this server: how long they are kept, and how many people decide
// about them.
struct PictureFacts {
  std::uint64_t kept_seconds;
  std::uint64_t reviewers;
};

struct PageAnswer {
  const Session& session;
  const Client& client;
  const CapturePage& page;  // as people of the language see it
  const PictureFacts pictures;
  const ServiceSettings& settings;
  const std::optional<ConsentAsked>& consent;
  const std::optional<std::string>& words;
  const std::optional<std::string>& told;
};

Purpose purpose_of(const PageAnswer& answer) { return answer.session.purpose; }
UtcTime expiry_of(const PageAnswer& answer) { return answer.session.token_expires_at; }
const SessionId& reference_of(const PageAnswer& answer) { return answer.session.id; }
bool is_of_sandbox(const PageAnswer& answer) { return answer.session.sandbox; }
const std::optional<std::string>& language_of(const PageAnswer& answer) {
  return answer.session.language;
}
const std::optional<std::string>& name_on(const PageAnswer& answer) { return answer.page.name; }
const std::optional<std::string>& next_on(const PageAnswer& answer) { return answer.page.next; }
const std::optional<std::string>& return_url_of(const PageAnswer& answer) {
  // The client may have given the address up since.
  const std::optional<std::string>& own = answer.session.return_url;
  return own && has_return_url(answer.client.page, *own) ? own : answer.page.return_url;
}
const std::optional<ConsentAsked>& consent_of(const PageAnswer& answer) { return answer.consent; }

bool is_asked_again(const PageAnswer& answer) { return answer.session.predecessor.has_value(); }
const std::optional<std::string>& words_of(const PageAnswer& answer) { return answer.words; }
const std::optional<std::string>& told_in(const PageAnswer& answer) { return answer.told; }

std::optional<std::string_view> logo_of(const PageAnswer& answer) {
  return answer.client.logo ? std::optional(kLogoPath) : std::nullopt;
}

std::optional<Colours> colours_of(const PageAnswer& answer) {
  const CapturePage& page = answer.client.page;
  if (!page.accent || !page.on_accent) return std::nullopt;
  return Colours{*page.accent, *page.on_accent};
}

bool consent_is_given(const PageAnswer& answer) {
  return answer.session.consent && is_present(answer.client, answer.session.consent->text);
}

std::vector<DocumentType> types_of(const CapturePage& page) {
  if (!page.document_types.empty()) return page.document_types;
  std::vector<DocumentType> all;
  for (const auto& entry : enum_names<DocumentType>) all.push_back(entry.value);
  return all;
}

std::vector<AcceptedDocument> documents_of(const PageAnswer& answer) {
  if (!answer.session.documents.empty()) return answer.session.documents;
  if (!answer.page.documents.empty()) return answer.page.documents;
  return {AcceptedDocument{std::nullopt, types_of(answer.page)}};
}

// Returns the types that are accepted of at least one country, for a page that does not ask for the
// country.
std::vector<DocumentType> document_types_of(const PageAnswer& answer) {
  std::vector<DocumentType> types;
  for (const AcceptedDocument& entry : documents_of(answer)) {
    for (const DocumentType type : entry.types) {
      if (std::ranges::count(types, type) == 0) types.push_back(type);
    }
  }
  return types;
}

Limits limits_of(const PageAnswer& answer) {
  const ServiceSettings& settings = answer.settings;
  return {settings.max_document_bytes, settings.max_frame_bytes, settings.max_frames};
}

}  // namespace

template <>
constexpr auto members_of<Colours> =
    members(Member{"accent", &Colours::accent, "`#rrggbb`"},
            Member{"onAccent", &Colours::on_accent, "Of text on the accent, `#rrggbb`."});

template <>
constexpr auto members_of<ConsentAsked> =
    members(Member{"version", &ConsentAsked::version, "To be sent with the consent."},
            Member{"text", &ConsentAsked::text, "Plain text of several lines."});

template <>
constexpr auto members_of<Limits> =
    members(Member{"maxDocumentBytes", &Limits::document_bytes, "Of a document's image."},
            Member{"maxFrameBytes", &Limits::frame_bytes, "Of one frame."},
            Member{"maxFrames", &Limits::frames, "Of one recording."});

template <>
constexpr auto members_of<PictureFacts> = members(
    Member{"keptSeconds",
           &PictureFacts::kept_seconds,
           "After the capture, or after the decision of people; then they are deleted."},
    Member{"encrypted", [](const PictureFacts&) { return true; }, "With a key of this session."},
    Member{"reviewers",
           &PictureFacts::reviewers,
           "How many people of the client decide what the machine cannot.",
           {.minimum = 1}});

template <>
constexpr auto members_of<PageAnswer> = members(
    Member{"purpose", purpose_of},
    Member{"expiresAt", expiry_of, "When the token ends."},
    Member{"reference", reference_of, "What people tell who asks about this capture."},
    Member{"sandbox", is_of_sandbox, "Whether this is a test, and nobody is verified."},
    Member{"language", language_of, "That the backend asked for; null: the browser's."},
    Member{"clientName", name_on, "For whom people capture."},
    Member{"logo", logo_of, "The path of the client's logo."},
    Member{"colours", colours_of},
    Member{"consent", consent_of, "What people are asked to consent to."},
    Member{"consentGiven", consent_is_given, "Whether this session has that consent."},
    Member{
        "askedAgain", is_asked_again, "Whether people saw an earlier capture and ask for another."},
    Member{"words", words_of, "Plain text to the person, of who asks again."},
    Member{"told", told_in, "The client's sentence for a person who is asked again."},
    Member{"returnUrl", return_url_of, "Where the page leads people at the end."},
    Member{"next", next_on, "What comes next, in the client's words."},
    Member{"documents", documents_of, "The documents that the page offers, by country."},
    Member{"documentTypes", document_types_of, "Their types, each once."},
    Member{"pictures", [](const PageAnswer& answer) { return answer.pictures; }},
    Member{"limits", limits_of});

namespace {

// The words to a person who is asked again. None once the session's key is gone.
Result<std::optional<std::string>, Problem> words_to(const DeviceService& service,
                                                     const Session& session) {
  using Words = std::optional<std::string>;
  if (!session.asked_again || session.purged_at) return Words();
  const auto key = service.data.session_key(session.id);
  if (!key) {
    const auto* fault = std::get_if<KeyFault>(&key.error());
    if (fault != nullptr && *fault == KeyFault::Gone) return Words();
    return problem_of(key.error());
  }
  const auto event = service.data.log().find(*session.asked_again);
  if (!event) return problem_of(event.error());
  if (!*event || !(*event)->recorded.sealed) return Problem{.code = ProblemCode::Internal};
  const RecordedEvent& recorded = (*event)->recorded;
  const auto origin = open_origin(*recorded.sealed, *key, session.id, recorded.request);
  if (!origin) return Problem{.code = ProblemCode::Internal};
  return words_of_origin(*origin);
}

// The client's sentence to a person who is asked again, of the decision that asks.
Result<std::optional<std::string>, Problem> told_to(const DeviceService& service,
                                                    const Session& session) {
  using Told = std::optional<std::string>;
  if (!session.predecessor) return Told();
  const auto before = service.data.queries().session(*session.predecessor);
  if (!before) return problem_of(before.error());
  const bool is_told = *before && (*before)->review.told;
  return is_told ? Told((*before)->review.told->sentence) : Told();
}

void reply(DeviceService& service,
           const CallPtr& call,
           const Session& session,
           const Client& client,
           const std::string& language) {
  std::optional<ConsentAsked> consent;
  if (const ClientConsent* const asked = consent_in(client, language)) {
    auto changed = client_event<ConsentTextChanged>(service, asked->event);
    if (!changed) return call->refuse(changed.error());
    consent = ConsentAsked{asked->consent.version, std::move(changed->text)};
  }
  const auto words = words_to(service, session);
  if (!words) return call->refuse(words.error());
  const auto told = told_to(service, session);
  if (!told) return call->refuse(told.error());
  const auto kept = periods_of(client.policy, service.settings.periods()).completed;
  const auto kept_seconds = std::chrono::duration_cast<std::chrono::seconds>(kept).count();
  call->reply_json(
      200,
      json_of(PageAnswer{session,
                         client,
                         page_in(client.page, language),
                         {static_cast<std::uint64_t>(kept_seconds), client.policy.reviewers},
                         service.settings,
                         consent,
                         *words,
                         *told}));
}

// The language of the query, or that which the backend asked for; empty without either.
Result<std::string, Problem> language_of(const Call& call, const Session& session) {
  const auto asked = call.query("language");
  if (asked && !is_language(*asked)) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The parameter `language` must be two or three small letters.",
                   .field = "language"};
  }
  return asked.value_or(session.language.value_or(""));
}

}  // namespace

void get_capture_page(DeviceService& service, const CallPtr& call, const DeviceSession& device) {
  auto client = client_of_session(service, device);
  if (!client) return call->refuse(client.error());
  auto language = language_of(*call, device.session);
  if (!language) return call->refuse(language.error());
  const ClientKey key = client->key;
  answer_from_disk(
      service,
      call,
      key,
      [&service,
       call,
       session = device.session,
       client = *std::move(client),
       language = *std::move(language)] { reply(service, call, session, client, language); });
}

Schema capture_page_schema() { return answer_schema_of<PageAnswer>("CapturePage"); }

}  // namespace countersign::http
